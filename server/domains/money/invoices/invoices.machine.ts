import { type InvoiceActor, type InvoiceState, type InvoiceStep, invoice_steps, mayStep } from '#contract/invoice-states.ts'

/** The state a step leads to; undefined where it may not be taken from this state, or not by this actor. */
export function stateAfter(step: InvoiceStep, state: InvoiceState, actor: InvoiceActor): InvoiceState | undefined {
  const { to, by } = invoice_steps[step]
  return mayStep(step, state) && (by as readonly InvoiceActor[]).includes(actor) ? to : undefined
}
