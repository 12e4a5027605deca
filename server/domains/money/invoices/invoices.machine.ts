import { canStepInvoice, type InvoiceActor, type InvoiceState, type InvoiceStep, invoiceSteps } from '#contract/invoice-states.ts'

/** Returns the state a step leads to; undefined if the state or the actor does not allow the step. */
export function computeNextInvoiceState(step: InvoiceStep, state: InvoiceState, actor: InvoiceActor): InvoiceState | undefined {
  const { to, by } = invoiceSteps[step]
  return canStepInvoice(step, state) && (by as readonly InvoiceActor[]).includes(actor) ? to : undefined
}
