import { toShanghaiDay } from '#contract/day.ts'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { type InvoiceForm, invoices } from '#contract/invoices.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { runInvoiceWork } from '#server/domains/money/invoices/invoice-work.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { refundLockedOrder } from '#server/domains/rentals/orders/refund.service.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { smallPdf } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform } from '#tests/support/rental.ts'

export const companyTitle = {
  holder: 'company',
  name: '星海智能科技（北京）有限公司',
  tax_number: '91110108MA01ABCD1E',
  address: '北京市海淀区中关村大街 1 号',
  phone: '010-62345678',
  bank: '招商银行北京分行',
  bank_account: '110900000000001',
} as const

/** Monday noon in Beijing, no holiday near. */
const start = new Date('2026-11-02T12:00:00+08:00')
export const oneDayMs = 86_400_000

/** A platform on which people spend without renting: orders and metered use through the ledger as it is. */
export async function createSpendingPlatform(at = start) {
  const rental = await createRentalPlatform({ clock: new HeldClock(at) })
  const { deps, clock } = rental
  const { kysely } = deps.database
  const { id: priceId } = await kysely.selectFrom('product_prices').select('id').limit(1).executeTakeFirstOrThrow()

  const buy = async (person: Person, amountFen: bigint): Promise<string> => {
    const wish = {
      user_id: person.id,
      kind: 'create_instance',
      title: '创建实例 训练（RTX 4090 × 1）',
      amount_fen: amountFen,
      charge_rule: 'day',
      quantity: 1,
      instance_id: null,
      price_id: priceId,
      quote_id: newId('quote'),
      created_at: clock.now(),
    }
    const order = await inTransaction(deps, (tx) => bookOrder(tx, wish))
    return order.id
  }
  const use = (person: Person, amountFen: bigint) =>
    deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: `usage:${newId('tests')}`,
        kind: 'usage',
        title: '按量扣费',
        at: clock.now(),
        movements: [{ from: { user: person.id }, to: 'revenue', amount_fen: amountFen }],
      }),
    )
  const refund = (orderId: string, cashFen: bigint) =>
    inTransaction(deps, async (tx) => {
      const order = await tx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
      await refundLockedOrder(tx, order, { cash_fen: cashFen, reason: '测试' })
    })
  const gift = (person: Person, amountFen: bigint) =>
    deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: `adjust:${newId('tests')}`,
        kind: 'adjust',
        title: '赠送',
        at: clock.now(),
        movements: [{ from: 'adjustment', to: { user: person.id }, amount_fen: amountFen }],
      }),
    )

  const finance = await rental.addPerson({ role: 'operator_finance' })
  const show = async (person: Person) => (await person.call(invoices.invoiceable)).data
  const addTitle = async (person: Person) => (await person.call(invoiceTitles.create, { body: companyTitle })).data.id

  /** Adds a receiving address and gives the code back that was mailed to it. */
  async function addEmail(person: Person, email = `${newId('m')}@example.cn`): Promise<string> {
    const { id } = (await person.call(invoiceEmails.create, { body: { email } })).data
    const { text } = deps.sandbox.mail!.inbox().find(({ to }) => to === email)!
    await person.call(invoiceEmails.verify, { params: { id }, body: { code: /\d{6}/.exec(text)![0] } })
    return email
  }

  /** Asks for an invoice of these items, or of everything that is ready. */
  async function ask(person: Person, wish: Partial<InvoiceForm> = {}, options?: TestCallOptions) {
    const { items } = await show(person)
    const itemIds = wish.item_ids ?? items.filter(({ ready }) => ready).map(({ id }) => id)
    const chosen = items.filter(({ id }) => itemIds.includes(id))
    const fen = chosen.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    const titleId =
      wish.title_id ??
      (await kysely.selectFrom('invoice_titles').select('id').where('user_id', '=', person.id).executeTakeFirst())?.id ??
      (await addTitle(person))
    const body = { kind: 'normal' as const, amount: (fen / 100).toFixed(2), ...wish, item_ids: itemIds, title_id: titleId }
    return person.call(invoices.create, { body }, options)
  }

  type Decision = 'approve' | 'reject' | 'approve_flush' | 'decline_flush'
  const decide = (action: Decision, id: string, body: object = {}) =>
    finance.call(operatorInvoices[action] as typeof operatorInvoices.approve, {
      params: { id },
      body: body as Record<string, never>,
    })

  const filed = { bytes: smallPdf, name: '发票.pdf', type: 'application/pdf' }
  /** Enters one that was issued with the tax authority, today. */
  const issueByHand = (id: string, number: string, file: TestCallOptions['file'] = filed) =>
    finance.call(
      operatorInvoices.issue_by_hand,
      { params: { id }, body: { number, issued_on: toShanghaiDay(clock.now()) } },
      file && { file },
    )

  /** An issued invoice of everything that is ready. */
  async function issued(person: Person, wish?: Partial<InvoiceForm>): Promise<string> {
    const { id } = (await ask(person, wish)).data
    await decide('approve', id)
    await runInvoiceWork(deps)
    return id
  }

  return {
    ...rental,
    finance,
    buy,
    use,
    refund,
    gift,
    show,
    addTitle,
    addEmail,
    ask,
    decide,
    issueByHand,
    issued,
    work: () => runInvoiceWork(deps),
    get: async (person: Person, id: string) => (await person.call(invoices.get, { params: { id } })).data,
    /** Rules of the books that concern invoices: what is metered here has no meter behind it. */
    auditInvoices: async () => (await rental.audit()).filter(({ rule }) => /invoice/.test(rule)),
  }
}

export type SpendingPlatform = Awaited<ReturnType<typeof createSpendingPlatform>>
