import { dayOf } from '#contract/day.ts'
import { invoice_emails } from '#contract/invoice-emails.ts'
import { invoice_titles } from '#contract/invoice-titles.ts'
import { type InvoiceForm, invoices } from '#contract/invoices.ts'
import { operator_invoices } from '#contract/operator/invoices.ts'
import { workOnInvoices } from '#server/domains/money/invoices/invoice-work.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { giveBack } from '#server/domains/rentals/orders/refund.service.ts'
import { post } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'
import type { CallOptions } from '#tests/support/calls.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { small_pdf } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { rentalPlatform } from '#tests/support/rental.ts'

export const company = {
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
export const day_ms = 86_400_000

/** A platform on which people spend without renting: orders and metered use through the ledger as it is. */
export async function spendingPlatform(at = start) {
  const rental = await rentalPlatform({ clock: new HeldClock(at) })
  const { deps, clock } = rental
  const { kysely } = deps.database
  const { id: price_id } = await kysely.selectFrom('product_prices').select('id').limit(1).executeTakeFirstOrThrow()

  const buy = async (person: Person, amount_fen: bigint): Promise<string> => {
    const wish = {
      user_id: person.id,
      kind: 'create_instance',
      title: '创建实例 训练（RTX 4090 × 1）',
      amount_fen,
      charge_rule: 'day',
      quantity: 1,
      instance_id: null,
      price_id,
      quote_id: newId('quote'),
      created_at: clock.now(),
    }
    const order = await inTransaction(deps, (tx) => bookOrder(tx, wish))
    return order.id
  }
  const use = (person: Person, amount_fen: bigint) =>
    deps.database.transaction((trx) =>
      post(trx, {
        idem: `usage:${newId('tests')}`,
        kind: 'usage',
        title: '按量扣费',
        at: clock.now(),
        movements: [{ from: { user: person.id }, to: 'revenue', amount_fen }],
      }),
    )
  const refund = (order_id: string, cash_fen: bigint) =>
    inTransaction(deps, async (tx) => {
      const order = await tx.db.selectFrom('orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow()
      await giveBack(tx, order, { cash_fen, reason: '测试' })
    })
  const gift = (person: Person, amount_fen: bigint) =>
    deps.database.transaction((trx) =>
      post(trx, {
        idem: `adjust:${newId('tests')}`,
        kind: 'adjust',
        title: '赠送',
        at: clock.now(),
        movements: [{ from: 'adjustment', to: { user: person.id }, amount_fen }],
      }),
    )

  const finance = await rental.addPerson({ role: 'operator_finance' })
  const show = async (person: Person) => (await person.call(invoices.invoiceable)).data
  const addTitle = async (person: Person) => (await person.call(invoice_titles.create, { body: company })).data.id

  /** Adds a receiving address and gives the code back that was mailed to it. */
  async function addEmail(person: Person, email = `${newId('m')}@example.cn`): Promise<string> {
    const { id } = (await person.call(invoice_emails.create, { body: { email } })).data
    const { text } = deps.sandbox.mail!.inbox().find(({ to }) => to === email)!
    await person.call(invoice_emails.verify, { params: { id }, body: { code: /\d{6}/.exec(text)![0] } })
    return email
  }

  /** Asks for an invoice of these items, or of everything that is ready. */
  async function ask(person: Person, wish: Partial<InvoiceForm> = {}, options?: CallOptions) {
    const { items } = await show(person)
    const item_ids = wish.item_ids ?? items.filter(({ ready }) => ready).map(({ id }) => id)
    const chosen = items.filter(({ id }) => item_ids.includes(id))
    const fen = chosen.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    const title_id =
      wish.title_id ??
      (await kysely.selectFrom('invoice_titles').select('id').where('user_id', '=', person.id).executeTakeFirst())?.id ??
      (await addTitle(person))
    const body = { kind: 'normal' as const, amount: (fen / 100).toFixed(2), ...wish, item_ids, title_id }
    return person.call(invoices.create, { body }, options)
  }

  type Decision = 'approve' | 'reject' | 'approve_flush' | 'decline_flush'
  const decide = (action: Decision, id: string, body: object = {}) =>
    finance.call(operator_invoices[action] as typeof operator_invoices.approve, {
      params: { id },
      body: body as Record<string, never>,
    })

  const filed = { bytes: small_pdf, name: '发票.pdf', type: 'application/pdf' }
  /** Enters one that was issued with the tax authority, today. */
  const issueByHand = (id: string, number: string, file: CallOptions['file'] = filed) =>
    finance.call(
      operator_invoices.issue_by_hand,
      { params: { id }, body: { number, issued_on: dayOf(clock.now()) } },
      file && { file },
    )

  /** An issued invoice of everything that is ready. */
  async function issued(person: Person, wish?: Partial<InvoiceForm>): Promise<string> {
    const { id } = (await ask(person, wish)).data
    await decide('approve', id)
    await workOnInvoices(deps)
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
    work: () => workOnInvoices(deps),
    get: async (person: Person, id: string) => (await person.call(invoices.get, { params: { id } })).data,
    /** Rules of the books that concern invoices: what is metered here has no meter behind it. */
    auditInvoices: async () => (await rental.audit()).filter(({ rule }) => /invoice/.test(rule)),
  }
}

export type Spending = Awaited<ReturnType<typeof spendingPlatform>>
