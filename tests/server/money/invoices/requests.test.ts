import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { invoiceableRepo } from '#server/domains/money/invoices/invoiceable.repo.ts'
import { getOverInvoicedFen } from '#server/domains/money/invoices/invoices.service.ts'
import type { Person } from '#tests/support/people.ts'
import { companyTitle, createSpendingPlatform, oneDayMs, type SpendingPlatform } from './spending-platform.ts'

let platform: SpendingPlatform
beforeAll(async () => {
  platform = await createSpendingPlatform()
})
afterAll(() => platform.close())

/** Somebody who has bought for 54.72 and used 9.00, all of it confirmed. */
async function spender(balance = '100.00'): Promise<Person & { order_id: string }> {
  const person = await platform.addPerson({ balance })
  const orderId = await platform.buy(person, 5472n)
  await platform.use(person, 900n)
  await platform.clock.advance(14 * oneDayMs)
  return { ...person, order_id: orderId }
}

describe('product §5 What may be invoiced', () => {
  it('is consumed cash, less refunds, and every sum follows from the others', async () => {
    const person = await spender()
    await platform.refund(person.order_id, 1000n)
    const shown = await platform.show(person)
    expect(shown).toMatchObject({
      consumed: '63.72',
      refunded: '10.00',
      invoiced: '0.00',
      uncovered: '0.00',
      ready: '53.72',
      waiting: '0.00',
    })
    expect(shown.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['usage', '9.00'],
      ['order', '44.72'],
    ])
    const { kysely } = platform.deps.database
    const { rows } = await sql`
      select item, gross_fen, refunded_fen from invoice_sources(array[${person.id}]) order by kind desc`.execute(kysely)
    const sources = await invoiceableRepo(kysely).sources([person.id])
    expect(
      sources
        .map(({ item, gross_fen, refunded_fen }) => ({ item, gross_fen, refunded_fen }))
        .toSorted((a, b) => b.item.localeCompare(a.item)),
      'days and lines say what the ledger says',
    ).toEqual(rows)
  })

  it('leaves out what a gift has paid for: money that was paid in is taken to be spent first', async () => {
    const person = await platform.addPerson({ balance: '20.00' })
    await platform.gift(person, 5000n)
    await platform.buy(person, 1500n)
    await platform.clock.advance(1_000)
    await platform.buy(person, 3000n)
    await platform.clock.advance(14 * oneDayMs)
    const shown = await platform.show(person)
    expect(shown).toMatchObject({ consumed: '45.00', ready: '20.00', uncovered: '25.00' })
    expect(shown.items.map(({ amount }) => amount)).toEqual(['15.00', '5.00'])
  })

  it('leaves out debts until they are paid', async () => {
    const person = await platform.addPerson({ balance: '3.00' })
    await platform.use(person, 500n)
    await platform.clock.advance(14 * oneDayMs)
    expect(await platform.show(person)).toMatchObject({ ready: '3.00', uncovered: '2.00' })
    await platform.recharge(person.id, '10.00')
    expect(await platform.show(person)).toMatchObject({ ready: '5.00', uncovered: '0.00' })
  })

  it('of a sub-account belongs to its master (product §6)', async () => {
    const master = await platform.addPerson({ balance: '50.00' })
    const sub = await platform.addPerson({ account_type: 'sub', balance: '0.00' })
    const { kysely } = platform.deps.database
    await kysely.updateTable('users').set({ master_id: master.id }).where('id', '=', sub.id).execute()
    const { recordPosting: post } = await import('#server/ledger/ledger.ts')
    const movements = [{ from: { user: master.id }, to: { user: sub.id }, amount_fen: 3000n }]
    await platform.deps.database.transaction((trx) =>
      post(trx, { idem: `allocate:${sub.id}`, kind: 'allocate', title: '额度', at: platform.clock.now(), movements }),
    )
    await platform.use(sub, 1200n)
    await platform.clock.advance(14 * oneDayMs)
    const [item] = (await platform.show(master)).items
    expect(item).toMatchObject({ amount: '12.00', account: { id: sub.id } })
    expect((await sub.call(invoices.invoiceable)).code).toBe(resultCodes.forbidden.code)
    expect((await platform.ask(master)).data).toMatchObject({ state: 'pending', amount: '12.00' })
  })
})

describe('product §5 Asking for an invoice', () => {
  it('merges orders and use into one, and takes them off what is left', async () => {
    const person = await spender()
    const { data } = await platform.ask(person, { remark: '十一月' })
    expect(data).toMatchObject({
      state: 'pending',
      amount: '63.72',
      item_count: 2,
      title_name: companyTitle.name,
      remark: '十一月',
      amount_in_capitals: '陆拾叁圆柒角贰分',
    })
    expect(await platform.show(person)).toMatchObject({ ready: '0.00', invoiced: '63.72', items: [] })
  })

  it('refuses an item that is on a live invoice', async () => {
    const person = await spender()
    const { data } = await platform.ask(person)
    const again = await platform.ask(person, { item_ids: data.items.map(({ id }) => id), amount: '63.72' })
    expect([again.status, again.code, again.errors]).toEqual([
      409,
      resultCodes.invoice_item_taken.code,
      { item_ids: [resultCodes.invoice_item_taken.message] },
    ])
  })

  it('refuses a stranger’s item as if it were not there', async () => {
    const [person, other] = [await spender(), await spender()]
    const reply = await platform.ask(person, { item_ids: [`order:${other.order_id}`], amount: '54.72' })
    expect(reply.code).toBe(resultCodes.invoice_item_taken.code)
  })

  it('refuses less than 1 yuan', async () => {
    const person = await platform.addPerson({ balance: '10.00' })
    await platform.buy(person, 99n)
    await platform.clock.advance(14 * oneDayMs)
    const small = await platform.ask(person)
    expect([small.status, small.code, small.errors]).toEqual([
      422,
      resultCodes.invoice_too_small.code,
      { item_ids: ['开票金额至少 1 元'] },
    ])
    await platform.buy(person, 1n)
    await platform.clock.advance(14 * oneDayMs)
    expect((await platform.ask(person)).data.amount).toBe('1.00')
  })

  it('refuses another sum than the one that was confirmed', async () => {
    const person = await spender()
    expect((await platform.ask(person, { amount: '63.71' })).code).toBe(resultCodes.invoice_amount_changed.code)
    expect((await platform.ask(person, { amount: '63.720001' })).code).toBe(resultCodes.invoice_amount_changed.code)
  })

  it('gives a 专票 to companies and universities with all particulars only', async () => {
    const person = await spender()
    const titleWith = async (body: Record<string, unknown>) =>
      (await person.call(invoiceTitles.create, { body: body as typeof companyTitle })).data.id
    const own = await titleWith({ holder: 'person', name: '张三' })
    const bare = await titleWith({ ...companyTitle, name: '缺少账号的公司', bank_account: '' })
    const full = await titleWith(companyTitle)
    const refused = await platform.ask(person, { kind: 'special', title_id: own })
    expect([refused.status, refused.errors]).toEqual([422, { title_id: ['个人只能开普通发票'] }])
    expect((await platform.ask(person, { kind: 'special', title_id: bare })).errors?.title_id?.[0]).toContain('请先补全这个抬头')
    expect((await platform.ask(person, { kind: 'special', title_id: full })).data.kind).toBe('special')
  })

  it('keeps the title as it was, whatever becomes of it', async () => {
    const person = await spender()
    const titleId = await platform.addTitle(person)
    const { id } = (await platform.ask(person, { title_id: titleId })).data
    await person.call(invoiceTitles.update, { params: { id: titleId }, body: { ...companyTitle, name: '改名后的公司' } })
    await person.call(invoiceTitles.remove, { params: { id: titleId } })
    expect((await platform.get(person, id)).title).toMatchObject({ name: companyTitle.name, tax_number: companyTitle.tax_number })
  })

  it('mails to verified addresses only', async () => {
    const person = await spender()
    const refused = await platform.ask(person, { emails: ['nobody@example.cn'] })
    expect([refused.code, refused.errors]).toEqual([
      resultCodes.invoice_email_unverified.code,
      { emails: ['请选择已验证的收票邮箱'] },
    ])
    const email = await platform.addEmail(person)
    expect((await platform.ask(person, { emails: [email] })).data.emails).toEqual([email])
  })

  it('makes one of 50 parallel requests for the same items, and one of 10 with one key', async () => {
    const person = await spender()
    const titleId = await platform.addTitle(person)
    const { items } = await platform.show(person)
    const body = { kind: 'normal' as const, title_id: titleId, item_ids: items.map(({ id }) => id), amount: '63.72' }
    const replies = await Promise.all(Array.from({ length: 50 }, () => person.call(invoices.create, { body })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set([resultCodes.invoice_item_taken.code]),
    )

    const other = await spender()
    const otherTitle = await platform.addTitle(other)
    const chosen = (await platform.show(other)).items.map(({ id }) => id)
    const headers = { 'idempotency-key': 'invoice-once' }
    const same = await Promise.all(
      Array.from({ length: 10 }, () =>
        other.call(invoices.create, { body: { ...body, title_id: otherTitle, item_ids: chosen } }, { headers }),
      ),
    )
    const made = same.filter(({ status }) => status === 200)
    expect(new Set(made.map(({ raw }) => raw)).size).toBe(1)
    expect((await other.call(invoices.list)).total).toBe(1)
  })
})

describe('product §5 States of an invoice', () => {
  it('a request is withdrawn while it waits for review, and not after', async () => {
    const person = await spender()
    const { id } = (await platform.ask(person)).data
    expect((await person.call(invoices.withdraw, { params: { id } })).data.state).toBe('withdrawn')
    expect((await platform.show(person)).ready).toBe('63.72')
    const second = (await platform.ask(person)).data.id
    await platform.decide('approve', second)
    expect((await person.call(invoices.withdraw, { params: { id: second } })).code).toBe(resultCodes.invoice_state.code)
  })

  it('a rejection says why and gives the amount back', async () => {
    const person = await spender()
    const { id } = (await platform.ask(person)).data
    expect((await platform.decide('reject', id, { reason: '抬头与税号不符' })).data.state).toBe('rejected')
    expect(await platform.get(person, id)).toMatchObject({ state: 'rejected', reason: '抬头与税号不符' })
    expect((await platform.show(person)).ready).toBe('63.72')
    expect((await platform.ask(person)).status).toBe(200)
  })

  it('an issued one is flushed when an operator agrees, and its items are free again', async () => {
    const person = await spender()
    const id = await platform.issued(person)
    expect(await platform.get(person, id)).toMatchObject({
      state: 'issued',
      number: expect.stringMatching(/^2\d009\d{15}$/),
      sandbox: true,
    })
    await person.call(invoices.flush, { params: { id }, body: { reason: '抬头有误' } })
    expect((await platform.show(person)).ready).toBe('0.00')
    expect((await platform.decide('decline_flush', id, { reason: '请先退回已抵扣的发票' })).data.state).toBe('issued')
    await person.call(invoices.flush, { params: { id }, body: { reason: '抬头有误' } })
    await platform.decide('approve_flush', id)
    await platform.work()
    const flushed = await platform.get(person, id)
    expect(flushed).toMatchObject({ state: 'flushed', red_number: expect.stringMatching(/^2\d009\d{15}$/) })
    expect(flushed.events.map(({ state }) => state)).toEqual([
      'pending',
      'issuing',
      'issued',
      'flushing',
      'issued',
      'flushing',
      'flushing',
      'flushed',
    ])
    expect((await platform.show(person)).ready).toBe('63.72')
  })

  it('may be flushed on request within its calendar year', async () => {
    const person = await spender()
    const id = await platform.issued(person)
    const { flush_until: flushUntil, issued_at: issuedAt } = await platform.get(person, id)
    expect(flushUntil).toBe(`${issuedAt!.slice(0, 4)}-12-31T16:00:00.000Z`)
    const before = platform.clock.now()
    await platform.clock.jump(new Date(flushUntil!).getTime() - before.getTime())
    const late = await person.call(invoices.flush, { params: { id }, body: { reason: '抬头有误' } })
    await platform.clock.jump(before.getTime() - platform.clock.now().getTime())
    expect(late.code).toBe(resultCodes.invoice_flush_late.code)
  })

  it('an operator may enter the number of one that was issued elsewhere, each number once', async () => {
    const [person, other] = [await spender(), await spender()]
    const [first, second] = [(await platform.ask(person)).data.id, (await platform.ask(other)).data.id]
    const number = '26110000000000000001'
    expect((await platform.issueByHand(first, number)).data).toMatchObject({
      state: 'issued',
      by_hand: true,
      number,
      sandbox: false,
    })
    const twice = await platform.issueByHand(second, number)
    expect([twice.code, twice.errors]).toEqual([resultCodes.invoice_number_taken.code, { number: ['这个发票号码已经登记'] }])
    await person.call(invoices.flush, { params: { id: first }, body: { reason: '抬头有误' } })
    expect((await platform.decide('approve_flush', first)).errors).toEqual({
      number: ['这张发票是手工开具的，请输入红字发票号码'],
    })
    const red = await platform.decide('approve_flush', first, { number: '26110000000000000002' })
    expect(red.data).toMatchObject({ state: 'flushed', red_number: '26110000000000000002' })
  })

  it('waits for operators in one queue', async () => {
    const person = await spender()
    const { id } = (await platform.ask(person)).data
    const queued = async () =>
      (await platform.finance.call(operatorInvoices.list, { query: { todo: 'true', page_size: 100 } })).data
    expect((await queued()).map((row) => row.id)).toContain(id)
    await platform.decide('approve', id)
    expect((await queued()).map((row) => row.id)).not.toContain(id)
  })
})

describe('product §5 Refunds after an invoice', () => {
  it('refuse a request that waits, and flush what was issued; until then the money may not be withdrawn', async () => {
    const { kysely } = platform.deps.database
    const [waiting, person] = [await spender(), await spender()]
    const request = (await platform.ask(waiting)).data.id
    const id = await platform.issued(person)
    await platform.refund(waiting.order_id, 100n)
    await platform.refund(person.order_id, 2000n)
    expect(await getOverInvoicedFen(kysely, person.id)).toBe(2000n)
    expect(await platform.show(person)).toMatchObject({
      consumed: '63.72',
      refunded: '20.00',
      invoiced: '63.72',
      beyond: '20.00',
      uncovered: '0.00',
    })
    expect((await platform.decide('approve', request)).message).toBe('所含订单已退款，请驳回')
    await platform.work()
    expect(await platform.get(waiting, request)).toMatchObject({ state: 'rejected', reason: '所含订单已退款' })
    expect(await platform.get(person, id)).toMatchObject({ state: 'flushing', beyond: '20.00' })
    expect((await platform.decide('decline_flush', id, { reason: '不需要' })).message).toBe('所含订单已退款，必须红冲')
    await platform.decide('approve_flush', id)
    await platform.work()
    expect(await getOverInvoicedFen(kysely, person.id)).toBe(0n)
    expect(await platform.show(person)).toMatchObject({ ready: '43.72', invoiced: '0.00' })
    expect((await platform.ask(person)).data.amount).toBe('43.72')
  })

  it('leave the books right', async () => expect(await platform.auditInvoices()).toEqual([]))
})
