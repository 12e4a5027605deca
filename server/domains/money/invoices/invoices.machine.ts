import { canStepInvoice, type InvoiceActor, type InvoiceState, type InvoiceStep, invoiceSteps } from '#contract/invoice-states.ts'

/** The state a step leads to; undefined where it may not be taken from this state, or not by this actor. */
export function computeNextInvoiceState(step: InvoiceStep, state: InvoiceState, actor: InvoiceActor): InvoiceState | undefined {
  const { to, by } = invoiceSteps[step]
  return canStepInvoice(step, state) && (by as readonly InvoiceActor[]).includes(actor) ? to : undefined
}
