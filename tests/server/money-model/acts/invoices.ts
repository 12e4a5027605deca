import { expect } from 'vitest'
import { codes } from '#contract/codes.ts'
import { type InvoiceState, invoice_steps } from '#contract/invoice-states.ts'
import { invoice_titles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { operator_invoices } from '#contract/operator/invoices.ts'
import { invoiceableFen } from '#tests/server/money-model/invoiceable.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import type { ModelInvoice } from '#tests/server/money-model/model-documents.ts'
import type { StepOf } from '#tests/server/money-model/steps.ts'

/** What the platform may do with an invoice by itself, step after step. */
function mayBecome(from: InvoiceState, to: InvoiceState): boolean {
  const own = Object.values(invoice_steps).filter(({ by }) => (by as readonly string[]).includes('system'))
  return from === to || own.some((step) => step.from === from && step.to !== from && mayBecome(step.to, to))
}

/** Takes over what was issued, refused and flushed meanwhile; then the sums must be the model's. */
async function follow(life: MoneyLife) {
  const { data: shown } = await life.person.call(invoices.list, { query: { page_size: 100 } })
  for (const invoice of life.invoices) {
    const { state, amount } = shown.find(({ id }) => id === invoice.id)!
    expect([invoice.state, state, mayBecome(invoice.state, state)]).toEqual([invoice.state, state, true])
    expect(fenOfYuan(amount)).toBe([...invoice.items.values()].reduce((sum, fen) => sum + fen, 0n))
    invoice.state = state
  }
  const { data } = await life.person.call(invoices.invoiceable)
  const [consumed, refunded, invoiced, beyond] = [data.consumed, data.refunded, data.invoiced, data.beyond].map(fenOfYuan)
  const open = fenOfYuan(data.ready) + fenOfYuan(data.waiting)
  expect({ consumed, refunded, invoiced, beyond, open }).toEqual(invoiceableFen(life))
  return data
}

async function titleOf(life: MoneyLife): Promise<string> {
  const body = { holder: 'person', name: '张三' } as const
  life.title_id ??= (await life.person.call(invoice_titles.create, { body })).data.id
  return life.title_id
}

/** Asks for an invoice of some of what is confirmed. */
export async function invoice(life: MoneyLife, step: StepOf<'invoice'>): Promise<void> {
  const { items } = await follow(life)
  const ready = items.filter((item) => item.ready)
  const some = ready.slice(0, Math.ceil((ready.length * step.percent) / 100))
  if (some.length === 0) return
  const by_item = new Map(some.map(({ id, amount }) => [id, fenOfYuan(amount)]))
  const fen = [...by_item.values()].reduce((sum, one) => sum + one, 0n)
  const form = { kind: 'normal', title_id: await titleOf(life), amount: yuanOfFen(fen) } as const
  const body = { ...form, item_ids: [...by_item.keys()], emails: [], remark: '' }
  const reply = await life.send(step, (options) => life.person.call(invoices.create, { body }, options))
  if (fen < BigInt(limits.invoice_min_fen)) return expect(reply.code).toBe(codes.invoice_too_small.code)
  life.invoices.push({ id: reply.data.id, state: reply.data.state, items: by_item })
}

type Decision = StepOf<'invoice_review'>['decision']

/** The next step of an invoice, by its owner or by finance. */
export async function invoice_review(life: MoneyLife, step: StepOf<'invoice_review'>): Promise<void> {
  await follow(life)
  const waiting = life.invoices.filter(({ state }) => ['pending', 'issued', 'flushing'].includes(state))
  const one = waiting[step.which % (waiting.length || 1)]
  if (!one) return
  const params = { id: one.id }
  const [officer] = life.world.finance
  const body = { reason: '抬头有误' }
  const decide = {
    pending: {
      yes: () => life.send(step, (options) => officer.call(operator_invoices.approve, { params, body: {} }, options)),
      no: () => life.send(step, (options) => officer.call(operator_invoices.reject, { params, body }, options)),
      back: () => life.send(step, (options) => life.person.call(invoices.withdraw, { params, body: {} }, options)),
    },
    issued: { back: () => life.send(step, (options) => life.person.call(invoices.flush, { params, body }, options)) },
    flushing: {
      yes: () => life.send(step, (options) => officer.call(operator_invoices.approve_flush, { params, body: {} }, options)),
      no: () => life.send(step, (options) => officer.call(operator_invoices.decline_flush, { params, body }, options)),
    },
  } as const
  const choices: Partial<Record<Decision, () => Promise<{ data: { state: ModelInvoice['state'] }; code: string }>>> =
    decide[one.state as keyof typeof decide]
  const reply = await choices[step.decision]?.()
  if (reply && !(one.state === 'flushing' && reply.code === codes.invoice_state.code)) one.state = reply.data.state
}
