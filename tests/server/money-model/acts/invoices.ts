import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { type InvoiceState, invoiceSteps } from '#contract/invoice-states.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { computeModelInvoiceableFen } from '#tests/server/money-model/invoiceable.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import type { ModelInvoice } from '#tests/server/money-model/model-documents.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'

/** What the platform may do with an invoice by itself, step after step. */
function mayBecome(from: InvoiceState, to: InvoiceState): boolean {
  const own = Object.values(invoiceSteps).filter(({ by }) => (by as readonly string[]).includes('system'))
  return from === to || own.some((step) => step.from === from && step.to !== from && mayBecome(step.to, to))
}

/** Takes over what was issued, refused and flushed meanwhile; then the sums must be the model's. */
async function follow(life: MoneyLife) {
  const { data: shown } = await life.person.call(invoices.list, { query: { page_size: 100 } })
  for (const invoice of life.invoices) {
    const { state, amount } = shown.find(({ id }) => id === invoice.id)!
    expect([invoice.state, state, mayBecome(invoice.state, state)]).toEqual([invoice.state, state, true])
    expect(parseYuanToFen(amount)).toBe([...invoice.items.values()].reduce((sum, fen) => sum + fen, 0n))
    invoice.state = state
  }
  const { data } = await life.person.call(invoices.invoiceable)
  const [consumed, refunded, invoiced, beyond] = [data.consumed, data.refunded, data.invoiced, data.beyond].map(parseYuanToFen)
  const open = parseYuanToFen(data.ready) + parseYuanToFen(data.waiting)
  expect({ consumed, refunded, invoiced, beyond, open }).toEqual(computeModelInvoiceableFen(life))
  return data
}

async function titleOf(life: MoneyLife): Promise<string> {
  const body = { holder: 'person', name: '张三' } as const
  life.title_id ??= (await life.person.call(invoiceTitles.create, { body })).data.id
  return life.title_id
}

/** Asks for an invoice of some of what is confirmed. */
export async function invoice(life: MoneyLife, step: MoneyStepOf<'invoice'>): Promise<void> {
  const { items } = await follow(life)
  const ready = items.filter((item) => item.ready)
  const some = ready.slice(0, Math.ceil((ready.length * step.percent) / 100))
  if (some.length === 0) return
  const byItem = new Map(some.map(({ id, amount }) => [id, parseYuanToFen(amount)]))
  const fen = [...byItem.values()].reduce((sum, one) => sum + one, 0n)
  const form = { kind: 'normal', title_id: await titleOf(life), amount: formatFenAsYuan(fen) } as const
  const body = { ...form, item_ids: [...byItem.keys()], emails: [], remark: '' }
  const reply = await life.send(step, (options) => life.person.call(invoices.create, { body }, options))
  if (fen < BigInt(limits.invoiceMinFen)) return expect(reply.code).toBe(resultCodes.invoice_too_small.code)
  life.invoices.push({ id: reply.data.id, state: reply.data.state, items: byItem })
}

type Decision = MoneyStepOf<'invoiceReview'>['decision']

/** The next step of an invoice, by its owner or by finance. */
export async function invoiceReview(life: MoneyLife, step: MoneyStepOf<'invoiceReview'>): Promise<void> {
  await follow(life)
  const waiting = life.invoices.filter(({ state }) => ['pending', 'issued', 'flushing'].includes(state))
  const one = waiting[step.which % (waiting.length || 1)]
  if (!one) return
  const params = { id: one.id }
  const [officer] = life.world.finance
  const body = { reason: '抬头有误' }
  const decide = {
    pending: {
      yes: () => life.send(step, (options) => officer.call(operatorInvoices.approve, { params, body: {} }, options)),
      no: () => life.send(step, (options) => officer.call(operatorInvoices.reject, { params, body }, options)),
      back: () => life.send(step, (options) => life.person.call(invoices.withdraw, { params, body: {} }, options)),
    },
    issued: { back: () => life.send(step, (options) => life.person.call(invoices.flush, { params, body }, options)) },
    flushing: {
      yes: () => life.send(step, (options) => officer.call(operatorInvoices.approve_flush, { params, body: {} }, options)),
      no: () => life.send(step, (options) => officer.call(operatorInvoices.decline_flush, { params, body }, options)),
    },
  } as const
  const choices: Partial<Record<Decision, () => Promise<{ data: { state: ModelInvoice['state'] }; code: string }>>> =
    decide[one.state as keyof typeof decide]
  const reply = await choices[step.decision]?.()
  if (reply && !(one.state === 'flushing' && reply.code === resultCodes.invoice_state.code)) one.state = reply.data.state
}
