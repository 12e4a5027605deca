import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { sealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { payOutWithdrawals } from '#server/domains/money/withdrawals/pay-out.service.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { getWalletBalances, recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { rechargeByChannel, stepUpSession, submitTransferProof } from '#tests/support/payments.ts'
import { addPerson, type Person, type PersonTraits } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'
import { createProviderPlatform, type ProviderPlatform } from '#tests/support/provider-platform.ts'

const clock = new HeldClock()
let providers: ProviderPlatform
let ali: ProviderPlatform['ali']
let wechat: ProviderPlatform['wechat']
let platform: TestPlatform
let finance: Person
let other: Person
beforeAll(async () => {
  providers = await createProviderPlatform(clock)
  ;({ ali, wechat, platform } = providers)
  finance = await addPerson(platform, { role: 'operator_finance' })
  other = await addPerson(platform, { role: 'operator_admin' })
})
afterAll(async () => {
  expect(await auditBooks(platform.deps.database.kysely)).toEqual([])
  await providers.close()
})
afterEach(() => {
  for (const { faults } of [ali, wechat]) Object.assign(faults, { down: false, lost: false, refuse_refunds: '' })
  wechat.faults.refund_status = 'SUCCESS'
})

async function payBy(person: Person, channel: 'alipay' | 'wechat', amount: string): Promise<string> {
  return rechargeByChannel(platform, person, amount, channel, (tradeNo) => {
    const provider = channel === 'alipay' ? ali : wechat
    provider.pay(tradeNo)
    return channel === 'alipay' ? { headers: {}, body: ali.noticeOf(tradeNo) } : wechat.noticeOf(tradeNo)
  })
}
/** Somebody who paid this in by Alipay, and has just proved who he is. */
async function payer(amount = '100.00', traits: PersonTraits = {}): Promise<Person> {
  const person = await addPerson(platform, { balance: '0.00', ...traits })
  if (Number(amount) > 0) await payBy(person, 'alipay', amount)
  await stepUpSession(platform, person)
  return person
}
const spend = (person: Person, amountFen: bigint, kind: 'order' | 'late_fee' = 'order') =>
  platform.deps.database.transaction((trx) =>
    recordPosting(trx, {
      idem: newId('order'),
      kind,
      title: '订单',
      at: clock.now(),
      movements: [{ from: { user: person.id }, to: 'revenue', amount_fen: amountFen }],
    }),
  )
/** Income from nowhere: rewards have a rule of their own, which is not what is tested here. */
const earn = (person: Person, amountFen: bigint) =>
  platform.deps.database.transaction((trx) =>
    recordPosting(trx, {
      idem: newId('income'),
      kind: 'refund',
      title: '收益',
      at: clock.now(),
      movements: [{ from: 'revenue', to: { user: person.id, wallet: 'income' }, amount_fen: amountFen }],
    }),
  )
const quote = async (person: Person, type: '1' | '2' = '1') => (await person.call(withdrawals.quote, { query: { type } })).data
const ask = (person: Person, amount: string, options?: TestCallOptions) =>
  person.call(withdrawals.create, { body: { type: 1, amount } }, options)
const bank = { payee_kind: 'bank', payee_account: '6222 0202 0000 1234 567', payee_bank: '工商银行' } as const
const askIncome = (person: Person, amount: string) => person.call(withdrawals.create, { body: { type: 2, amount, ...bank } })
const show = async (person: Person, id: string) => (await person.call(withdrawals.get, { params: { id } })).data
const review = async (id: string) => (await finance.call(operatorWithdrawals.get, { params: { id } })).data
const approve = (by: Person, id: string) => by.call(operatorWithdrawals.approve, { params: { id } })
const reject = (by: Person, id: string) =>
  by.call(operatorWithdrawals.reject, { params: { id }, body: { reason: '请先完成发票红冲' } })
const balances = (person: Person) => getWalletBalances(platform.deps.database.kysely, person.id)
const titles = async (person: Person) => (await person.call(notifications.list)).data.map(({ title }) => title)
const run = () => payOutWithdrawals(platform.deps)

describe('requirements §5 Withdrawal amount', () => {
  it.each([
    ['', '请输入提现金额！'],
    ['-1', '请输入最多保留两位小数的正数！'],
    ['10.001', '请输入最多保留两位小数的正数！'],
    ['1e2', '请输入最多保留两位小数的正数！'],
    ['０.1', '请输入最多保留两位小数的正数！'],
    ['1.', '请输入最多保留两位小数的正数！'],
  ])('%j is refused with %s for both types', async (amount, message) => {
    const person = await addPerson(platform)
    await stepUpSession(platform, person)
    for (const body of [{ type: 1, amount } as const, { type: 2, amount, ...bank } as const])
      expect((await person.call(withdrawals.create, { body })).errors).toEqual({ amount: [message] })
  })

  it('is 0.01 at least for the balance and 10 for income', async () => {
    const person = await payer('1.00')
    await earn(person, 1000n)
    for (const less of ['0', '0.001']) expect((await ask(person, less)).errors).toEqual({ amount: ['最小提现金额为0.01'] })
    expect((await ask(person, '0.01')).status).toBe(200)
    expect((await askIncome(person, '9.99')).errors).toEqual({ amount: ['最小提现金额为10'] })
    expect((await askIncome(person, '10')).status).toBe(200)
  })
})

/** The lines add up to the fen: each sum to the lines before it, all of them to what can be withdrawn. */
function assertLinesAddUp({ withdrawable, lines }: Pick<Awaited<ReturnType<typeof quote>>, 'withdrawable' | 'lines'>): void {
  let total = 0n
  for (const { amount, sum } of lines) {
    if (sum) expect(amount).toBe(formatFenAsYuan(total))
    else total += parseYuanToFen(amount)
  }
  expect(withdrawable).toBe(formatFenAsYuan(total))
}

describe('product §5 What can be withdrawn', () => {
  it('is what was paid in and not used, line by line', async () => {
    const person = await payer('100.00')
    await spend(person, 3050n)
    expect(await quote(person)).toMatchObject({
      withdrawable: '69.50',
      minimum: '0.01',
      lines: [
        { label: '累计充值', amount: '100.00' },
        { label: '已消费', amount: '-30.50' },
        { label: '可用余额', amount: '69.50', sum: true },
      ],
      holder: expect.stringMatching(/\*/),
    })
    await ask(person, '9.50')
    const after = await quote(person)
    expect(after.withdrawable).toBe('60.00')
    expect(after.lines).toMatchObject([
      { key: 'recharged', amount: '100.00' },
      { key: 'consumed', amount: '-30.50' },
      { key: 'frozen', amount: '-9.50' },
      { key: 'balance', amount: '60.00' },
    ])
    assertLinesAddUp(after)
  })

  it('adds up exactly where the balance does not cover what is running, and nothing can be withdrawn', async () => {
    const person = await payer('10.00')
    await spend(person, 1250n, 'late_fee')
    const quoted = await quote(person)
    expect(quoted.withdrawable).toBe('0.00')
    expect(quoted.lines.at(-1)).toMatchObject({ key: 'short', amount: '2.50' })
    assertLinesAddUp(quoted)
  })

  it('is never more than payments can take back', async () => {
    const person = await payer('10.00')
    await platform.recharge(person.id, '5.00')
    const { withdrawable, lines } = await quote(person)
    expect(withdrawable).toBe('10.00')
    expect(lines.at(-1)).toMatchObject({ label: '不能原路退回', amount: '-5.00' })
    assertLinesAddUp({ withdrawable, lines })
    expect((await ask(person, '10.01')).errors).toEqual({ amount: ['最多可提现 10.00 元'] })
  })

  it('goes back to what was paid in first, first', async () => {
    const person = await payer('10.00')
    await clock.advance(1_000)
    await payBy(person, 'wechat', '20.00')
    await stepUpSession(platform, person)
    const { data } = await ask(person, '15.00')
    expect(data.parts).toMatchObject([
      { channel: 'alipay', amount: '10.00' },
      { channel: 'wechat', amount: '5.00' },
    ])
    expect((await quote(person)).routes).toMatchObject([{ channel: 'wechat', left: '15.00' }])
  })
})

describe('product §5 Asking for a withdrawal', () => {
  it('needs a fresh proof of who asks, and a real name', async () => {
    const person = await payer('10.00')
    await clock.advance(601_000)
    expect((await ask(person, '1')).code).toBe(resultCodes.step_up_required.code)
    const unnamed = await payer('10.00', { real_name: false })
    expect((await ask(unnamed, '1')).code).toBe(resultCodes.real_name_required.code)
    expect((await quote(unnamed)).holder).toBeNull()
  })

  it('freezes the amount and tells owner and finance', async () => {
    const person = await payer('10.00')
    const { data } = await ask(person, '4.00')
    expect(data).toMatchObject({ status: 'pending', amount: '4.00', steps: [{ step: 'created' }] })
    expect(await balances(person)).toMatchObject({ cash: 600n, frozen: 400n })
    expect(await titles(person)).toContain('提现 4.00 元已提交')
    expect(await titles(finance)).toContain('待审核：余额退款 4.00 元')
  })

  it('sent fifty times at once with one key is one', async () => {
    const person = await payer('100.00')
    const headers = { 'idempotency-key': 'withdrawal-1' }
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(person, '10', { headers })))
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
    expect(await balances(person)).toMatchObject({ cash: 9000n, frozen: 1000n })
  })

  it('by ten at once never takes more than there is', async () => {
    const person = await payer('10.00')
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(person, '4.00')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await balances(person)).toMatchObject({ cash: 200n, frozen: 800n })
  })

  it('can be taken back before anything is paid, once', async () => {
    const person = await payer('10.00')
    const { id } = (await ask(person, '4.00')).data
    const cancel = () => person.call(withdrawals.cancel, { params: { id } })
    const replies = await Promise.all([cancel(), cancel(), cancel()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await balances(person)).toMatchObject({ cash: 1000n, frozen: 0n })
    expect((await show(person, id)).steps.at(-1)?.step).toBe('cancelled')
    expect((await quote(person)).withdrawable).toBe('10.00')
  })
})

describe('product §5 Reviewing a withdrawal', () => {
  it('up to 1,000 takes one person, more takes two, and never who asked', async () => {
    const small = (await ask(await payer('2000.00'), '1000.00')).data.id
    expect((await approve(finance, small)).data.status).toBe('paying')
    const large = (await ask(await payer('2000.00'), '1000.01')).data.id
    expect((await approve(finance, large)).data).toMatchObject({ status: 'checking', own: true })
    expect((await approve(finance, large)).code).toBe(resultCodes.second_reviewer.code)
    expect((await approve(other, large)).data).toMatchObject({ status: 'paying', first_by: { id: finance.id } })
    await payBy(finance, 'alipay', '5.00')
    await stepUpSession(platform, finance)
    const own = (await ask(finance, '5.00')).data.id
    expect((await approve(finance, own)).code).toBe(resultCodes.own_review.code)
    expect((await reject(finance, own)).code).toBe(resultCodes.own_review.code)
    await reject(other, own)
    await run()
  })

  it('by one person alone is refused by the table itself', async () => {
    const { id } = (await ask(await payer('2000.00'), '1000.01')).data
    const changes = { status: 'paying', decided_by: finance.id, decided_at: clock.now() }
    const write = platform.deps.database.kysely.updateTable('withdrawals').set(changes).where('id', '=', id).execute()
    await expect(write).rejects.toMatchObject({ code: '23514' })
  })

  it('refused gives the money back and says why', async () => {
    const person = await payer('10.00')
    const { id } = (await ask(person, '10')).data
    expect((await reject(finance, id)).data.status).toBe('rejected')
    expect(await balances(person)).toMatchObject({ cash: 1000n, frozen: 0n })
    expect(await show(person, id)).toMatchObject({ status: 'rejected', reason: '请先完成发票红冲' })
    expect((await approve(finance, id)).code).toBe(resultCodes.review_closed.code)
  })

  it('tells its owner when it was decided, by the last of those who decide', async () => {
    const person = await payer('3000.00')
    const [large, small, takenBack] = [await ask(person, '1000.01'), await ask(person, '10'), await ask(person, '10')]
    const decided = async (id: string) => {
      const listed = (await person.call(withdrawals.list)).data.find((one) => one.id === id)!.decided_at
      expect((await show(person, id)).decided_at).toBe(listed)
      return listed
    }
    expect(await decided(large.data.id)).toBeNull()
    await approve(finance, large.data.id)
    expect(await decided(large.data.id)).toBeNull()
    await clock.advance(60_000)
    await approve(other, large.data.id)
    await reject(finance, small.data.id)
    await person.call(withdrawals.cancel, { params: { id: takenBack.data.id } })
    const now = clock.now().toISOString()
    await clock.advance(60_000)
    await run()
    const ofAll = [large, small, takenBack].map(({ data }) => decided(data.id))
    expect(await Promise.all(ofAll)).toEqual([now, now, null])
  })

  it('approved by twenty at once is approved once', async () => {
    const { id } = (await ask(await payer('10.00'), '10')).data
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => approve(i % 2 ? finance : other, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    await run()
  })

  it('cannot be taken back any more once it is approved', async () => {
    const person = await payer('10.00')
    const { id } = (await ask(person, '10')).data
    await approve(finance, id)
    expect((await person.call(withdrawals.cancel, { params: { id } })).code).toBe(resultCodes.withdrawal_under_way.code)
    await run()
  })
})

describe('product §5 Paying a withdrawal out', () => {
  it.each(['alipay', 'wechat'] as const)('goes back by %s, and the frozen money leaves', async (channel) => {
    const person = await payer('0')
    const tradeNo = await payBy(person, channel, '30.00')
    const { id, parts } = (await ask(person, '12.34')).data
    await approve(finance, id)
    await run()
    expect(await show(person, id)).toMatchObject({ status: 'done', paid: '12.34', returned: '0.00' })
    expect(await balances(person)).toMatchObject({ cash: 1766n, frozen: 0n })
    const [part] = parts
    if (channel === 'alipay') expect(ali.trades.get(tradeNo)!.refunds.get(part!.id)).toBe('12.34')
    else expect(wechat.trades.get(tradeNo)!.refunds.get(part!.id)?.refund).toBe(1234)
    expect(await titles(person)).toContain('提现 12.34 元已处理完毕')
  })

  it.each(['alipay', 'wechat'] as const)('is paid once when %s did it and its answer got lost', async (channel) => {
    const person = await payer('0')
    const tradeNo = await payBy(person, channel, '30.00')
    const { id } = (await ask(person, '12.00')).data
    await approve(finance, id)
    const provider = channel === 'alipay' ? ali : wechat
    provider.faults.lost = true
    await run()
    expect(provider.trades.get(tradeNo)!.refunds.size).toBe(1)
    expect(await show(person, id)).toMatchObject({ status: 'paying', parts: [{ status: 'sent' }] })
    expect(await balances(person)).toMatchObject({ frozen: 1200n })
    provider.faults.lost = false
    await clock.advance(60_000)
    await run()
    expect(await show(person, id)).toMatchObject({ status: 'done', paid: '12.00' })
    expect(provider.trades.get(tradeNo)!.refunds.size).toBe(1)
  })

  it('survives a death between the provider’s answer and our writing', async () => {
    const person = await payer('30.00')
    const { id, parts } = (await ask(person, '12.00')).data
    await approve(finance, id)
    const { database } = platform.deps
    const dying = {
      ...platform.deps,
      database: { ...database, kysely: database.kysely, transaction: () => Promise.reject(new Error('killed')) },
    }
    await payOutWithdrawals(dying as unknown as typeof platform.deps)
    expect(await show(person, id)).toMatchObject({ status: 'paying' })
    await Promise.all([run(), run(), run()])
    expect(await show(person, id)).toMatchObject({ status: 'done', paid: '12.00' })
    const trade = [...ali.trades.values()].find(({ refunds }) => refunds.has(parts[0]!.id))
    expect(trade!.refunds.size).toBe(1)
  })

  it('waits while WeChat Pay is at it', async () => {
    const person = await payer('0')
    await payBy(person, 'wechat', '5.00')
    const { id } = (await ask(person, '5')).data
    await approve(finance, id)
    wechat.faults.refund_status = 'PROCESSING'
    await run()
    expect(await show(person, id)).toMatchObject({ status: 'paying', parts: [{ status: 'sent' }] })
    wechat.faults.refund_status = 'SUCCESS'
    await clock.advance(3_600_000)
    await run()
    expect((await show(person, id)).status).toBe('done')
  })

  it('refused by the provider waits for finance, who tries again, pays by hand, or gives it back', async () => {
    const person = await payer('10.00')
    await clock.advance(1_000)
    await payBy(person, 'alipay', '20.00')
    await clock.advance(1_000)
    await payBy(person, 'alipay', '40.00')
    await stepUpSession(platform, person)
    const { id } = (await ask(person, '70')).data
    await approve(finance, id)
    ali.faults.refuse_refunds = 'ACQ.TRADE_HAS_FINISHED'
    await run()
    const { parts } = await review(id)
    expect(parts).toMatchObject(Array(3).fill({ status: 'failed', failure: '支付宝：ACQ.TRADE_HAS_FINISHED' }))
    ali.faults.refuse_refunds = ''
    const [first, second, third] = parts.map((part) => part.id)
    const params = { id }
    await finance.call(operatorWithdrawals.retry, { params, body: { part_id: first! } })
    await finance.call(operatorWithdrawals.paid, { params, body: { part_id: second!, reference: '20261121000001' } })
    await finance.call(operatorWithdrawals.give_back, { params, body: { part_id: third!, reason: '账户已注销' } })
    await run()
    expect(await show(person, id)).toMatchObject({ status: 'done', paid: '30.00', returned: '40.00' })
    expect(await balances(person)).toMatchObject({ cash: 4000n, frozen: 0n })
    const again = await finance.call(operatorWithdrawals.paid, { params, body: { part_id: second!, reference: 'x' } })
    expect(again.code).toBe(resultCodes.payout_not_open.code)
    expect((await quote(person)).withdrawable).toBe('40.00')
  })

  it('is not paid by hand while the provider may still do it', async () => {
    const person = await payer('10.00')
    const { id, parts } = (await ask(person, '10')).data
    await approve(finance, id)
    ali.faults.down = true
    await run()
    const body = { part_id: parts[0]!.id, reference: '1' }
    expect((await finance.call(operatorWithdrawals.paid, { params: { id }, body })).code).toBe(resultCodes.payout_not_open.code)
    ali.faults.down = false
    await clock.advance(60_000)
    await run()
    expect((await show(person, id)).status).toBe('done')
  })

  it('of a bank transfer is paid by finance, to who sent it', async () => {
    const person = await payer('0')
    platform.deps.config.bank = { bank_name: '工商银行', account_name: '某某', account_number: '12345678' }
    const transfer = (await submitTransferProof(person, '50.00')).data
    const bankReference = newId('B')
    await finance.call(operatorBankTransfers.confirm, { params: { id: transfer.id }, body: { bank_reference: bankReference } })
    const { id } = (await ask(person, '50')).data
    await approve(finance, id)
    await run()
    const [part] = (await review(id)).parts
    expect(part).toMatchObject({ channel: 'bank', status: 'waiting', payer_name: '北京某某科技有限公司' })
    const paying = { params: { id }, body: { part_id: part!.id, reference: 'OUT1' } }
    const replies = await Promise.all(Array.from({ length: 10 }, () => finance.call(operatorWithdrawals.paid, paying)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await show(person, id)).toMatchObject({ status: 'done', paid: '50.00' })
  })
})

describe('product §5 Withdrawing income', () => {
  it('goes to an account of the person who was verified; it is shown in full to finance only, and that leaves a row', async () => {
    const person = await payer('0')
    await earn(person, 5000n)
    const { database, keys } = platform.deps
    const nameCipher = sealIdentity(keys, person.id, '张三丰')
    await database.kysely.updateTable('real_names').set({ name_cipher: nameCipher }).where('user_id', '=', person.id).execute()
    const { data } = await askIncome(person, '50')
    expect(data.payee).toBe('工商银行 尾号 4567')
    expect(await balances(person)).toMatchObject({ income: 0n, income_frozen: 5000n })
    const { id } = data
    expect(JSON.stringify(await review(id))).not.toContain('6222020200001234567')
    const { data: full } = await finance.call(operatorWithdrawals.reveal, { params: { id } })
    expect(full).toEqual({ holder: '张三丰', account: '6222020200001234567', bank: '工商银行' })
    const { data: log } = await other.call(operatorAudit.list, { query: { keyword: id } })
    expect(log.some(({ summary }) => summary.includes('查看完整收款账户'))).toBe(true)
    await approve(finance, id)
    const [part] = (await review(id)).parts
    await finance.call(operatorWithdrawals.paid, { params: { id }, body: { part_id: part!.id, reference: 'OUT2' } })
    expect(await show(person, id)).toMatchObject({ status: 'done', paid: '50.00' })
    expect(await balances(person)).toMatchObject({ income: 0n, income_frozen: 0n })
    expect(platform.logs.join('')).not.toContain('6222020200001234567')
  })

  it('names each fault at its field', async () => {
    const person = await payer('0')
    const faults = async (payee: object) =>
      (await person.call(withdrawals.create, { body: { type: 2, amount: '10', ...payee } as never })).errors
    expect(await faults({ payee_kind: 'alipay', payee_account: 'x' })).toEqual({
      payee_account: ['请输入支付宝账号（手机号或邮箱）'],
    })
    expect(await faults({ payee_kind: 'bank', payee_account: '123' })).toEqual({
      payee_account: ['请输入 16-19 位银行卡号'],
      payee_bank: ['请输入开户银行'],
    })
    expect(await faults({ payee_kind: 'cash', payee_account: '1' })).toHaveProperty('payee_kind')
  })
})
