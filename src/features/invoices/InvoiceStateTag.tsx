import { type InvoiceState, invoiceStates } from '#contract/invoice-states.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const invoiceStateStyles: StateStyles<InvoiceState> = {
  pending: { tone: 'warning', icon: 'clock' },
  issuing: { tone: 'primary', icon: 'loading' },
  issued: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  flushing: { tone: 'warning', icon: 'refresh' },
  flushed: { tone: 'neutral', icon: 'undo' },
}

/** The state of an invoice: icon, word and colour. */
export const InvoiceStateTag = ({ state }: { state: InvoiceState }) => (
  <StateTag state={state} looks={invoiceStateStyles} words={invoiceStates} />
)
