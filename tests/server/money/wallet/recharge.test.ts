import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { sandbox } from '#contract/platform.ts'
import { wallet } from '#contract/wallet.ts'
import { checkRecharges } from '#server/domains/money/wallet/check-recharges.service.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { ForeignNoticeError } from '#server/ports/payment.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const begin = async (person: Person, amount = '12.50') =>
  (await person.call(wallet.recharge, { body: { amount, channel: 'alipay' } })).data
const tradeOf = (recharge: { pay_url: string | null }) => recharge.pay_url!.split('/').at(-1)!
const pay = (tradeNo: string) => rental.call(sandbox.pay, { params: { trade_no: tradeNo } })
const cashOf = async (person: Person) => (await rental.walletOf(person)).cash
const newcomer = () => rental.addPerson({ balance: '0.00' })

describe('product §5 Recharge', () => {
  it('is open for half an hour, with an address to pay at, and credits nothing before it is paid', async () => {
    const person = await newcomer()
    const recharge = await begin(person)
    expect(recharge).toMatchObject({ amount: '12.50', channel: 'alipay', status: 'pending', paid_at: null })
    expect(new Date(recharge.expires_at).getTime() - new Date(recharge.created_at).getTime()).toBe(1_800_000)
    expect(await cashOf(person)).toBe('0.00')
    const { data: shown } = await rental.call(sandbox.cashier, { params: { trade_no: tradeOf(recharge) } })
    expect(shown).toMatchObject({ amount: '12.50', status: 'pending' })
  })

  it('paid is in the wallet at once, in the ledger, and told to its owner', async () => {
    const person = await newcomer()
    const recharge = await begin(person)
    expect((await pay(tradeOf(recharge))).data).toEqual({ status: 'paid' })
    expect(await rental.walletOf(person)).toMatchObject({ cash: '12.50', recharged: '12.50', consumed: '0.00' })
    const { data } = await person.call(wallet.get_recharge, { params: { id: recharge.id } })
    expect(data).toMatchObject({ status: 'paid', pay_url: null, paid_at: rental.clock.now().toISOString() })
    const { data: entries } = await person.call(wallet.entries)
    expect(entries).toMatchObject([{ kind: 'recharge', title: '支付宝充值', amount: '12.50', balance_after: '12.50' }])
    expect((await person.call(notifications.list, { query: { class: 'balance' } })).data[0]!.title).toBe('充值 12.50 元已到账')
  })

  it('paid twice is refused the second time', async () => {
    const person = await newcomer()
    const tradeNo = tradeOf(await begin(person))
    expect((await pay(tradeNo)).status).toBe(200)
    expect((await pay(tradeNo)).code).toBe(resultCodes.recharge_closed.code)
    expect(await cashOf(person)).toBe('12.50')
  })

  it('whose notice comes fifty times at once is credited once', async () => {
    const person = await newcomer()
    const tradeNo = tradeOf(await begin(person))
    const notice = rental.deps.sandbox.payment!.notice({ trade_no: tradeNo, amount_fen: 1250n })
    await Promise.all(Array.from({ length: 50 }, () => receivePayment(rental.deps, 'alipay', notice)))
    expect(await cashOf(person)).toBe('12.50')
    expect((await person.call(wallet.entries)).total).toBe(1)
  })

  it('is not credited for a forged notice, a wrong amount or an unknown trade', async () => {
    const person = await newcomer()
    const tradeNo = tradeOf(await begin(person))
    const payment = rental.deps.sandbox.payment!
    const honest = payment.notice({ trade_no: tradeNo, amount_fen: 1250n })
    const signature = String(honest.headers['x-sandbox-signature'])
    const forgeries = [
      { headers: honest.headers, body: honest.body.replace('1250', '999900') },
      ...['', 'x', `${signature.slice(0, -4)}AAA=`].map((forged) => ({
        headers: { 'x-sandbox-signature': forged },
        body: honest.body,
      })),
    ]
    for (const forged of forgeries)
      await expect(receivePayment(rental.deps, 'alipay', forged)).rejects.toBeInstanceOf(ForeignNoticeError)
    for (const [channel, notice] of [
      ['alipay', payment.notice({ trade_no: tradeNo, amount_fen: 1251n })],
      ['alipay', payment.notice({ trade_no: 't-unknown', amount_fen: 1250n })],
      ['wechat', honest],
    ] as const)
      await expect(receivePayment(rental.deps, channel, notice)).rejects.toMatchObject({ code: resultCodes.not_found.code })
    expect(await cashOf(person)).toBe('0.00')
  })

  it('that nobody paid is closed, and money that arrives all the same is credited', async () => {
    const person = await newcomer()
    const recharge = await begin(person)
    await rental.clock.advance(1_800_000)
    expect((await pay(tradeOf(recharge))).code).toBe(resultCodes.recharge_closed.code)
    await checkRecharges(rental.deps)
    const show = async () => (await person.call(wallet.get_recharge, { params: { id: recharge.id } })).data
    expect(await show()).toMatchObject({ status: 'closed', pay_url: null })
    const late = rental.deps.sandbox.payment!.notice({ trade_no: tradeOf(recharge), amount_fen: 1250n })
    await receivePayment(rental.deps, 'alipay', late)
    expect((await show()).status).toBe('paid')
    expect(await cashOf(person)).toBe('12.50')
  })

  it.each([
    ['0.01', 200],
    ['100000', 200],
    ['100000.01', 400],
    ['0', 400],
  ])('of %s is answered %i', async (amount, status) => {
    const person = await newcomer()
    const reply = await person.call(wallet.recharge, { body: { amount, channel: 'wechat' } })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.errors).toHaveProperty('amount')
  })

  it('waits for its money at most twenty times at once, and is not even asked for at the provider after that', async () => {
    const person = await newcomer()
    const payment = rental.deps.payment.channels.alipay!
    const asked = vi.spyOn(payment, 'open')
    const one = () => person.call(wallet.recharge, { body: { amount: '1', channel: 'alipay' } })
    const replies = await Promise.all(Array.from({ length: limits.rechargesPendingMax + 5 }, one))
    const opened = replies.filter(({ status }) => status === 200)
    expect(opened).toHaveLength(limits.rechargesPendingMax)
    asked.mockClear()
    const refused = await one()
    expect([refused.status, refused.code]).toEqual([409, resultCodes.recharges_pending_limit.code])
    expect(refused.errors).toHaveProperty('amount')
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    await pay(tradeOf(opened[0]!.data))
    expect((await one()).status).toBe(200)
    expect((await one()).status).toBe(409)
    await rental.clock.advance(limits.rechargeValidSeconds * 1000)
    expect((await one()).status).toBe(200)
  })

  it('is for master accounts', async () => {
    const sub = await rental.addPerson({ account_type: 'sub' })
    expect((await sub.call(wallet.recharge, { body: { amount: '1', channel: 'alipay' } })).code).toBe(resultCodes.forbidden.code)
  })

  it('is listed, newest first, by what has become of it', async () => {
    const person = await newcomer()
    const first = await begin(person, '1.00')
    await rental.clock.advance(1_000)
    const second = await begin(person, '2.00')
    await pay(tradeOf(second))
    expect((await person.call(wallet.recharges)).data.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await person.call(wallet.recharges, { query: { status: 'paid' } })).data.map(({ id }) => id)).toEqual([second.id])
  })
})

describe('product §5 The wallet', () => {
  it('says what runs costs, how long the money lasts, and what it all adds up to', async () => {
    const person = await rental.addPerson({ balance: '22.80' })
    expect(await rental.walletOf(person)).toMatchObject({ burn_hour: '0.00', hours_left: null })
    await rental.rent(person)
    expect(await rental.walletOf(person)).toMatchObject({ burn_hour: '2.28', hours_left: 10 })
    await rental.tick(3_600_000, 300_000)
    const left = await rental.walletOf(person)
    expect(left.hours_left).toBe(9)
    await rental.releaseAll(person)
    const { recharged, consumed, cash } = await rental.walletOf(person)
    expect(Number(recharged)).toBeCloseTo(Number(consumed) + Number(cash), 2)
  })

  it('shows on the overview what runs and what happened last', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const { data } = await person.call(wallet.overview)
    expect(data.counts).toEqual({ total: 1, running: 1, shut_down: 0, abnormal: 0 })
    expect(data.events[0]).toMatchObject({ instance_id: id, instance_name: '训练', title: '运行中', actor: 'system' })
    expect(data.wallet.burn_hour).toBe('2.28')
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
