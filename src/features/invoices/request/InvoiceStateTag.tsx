import { type InvoiceState, invoice_states } from '#contract/invoice-states.ts'
import { type Looks, TagOf } from '#src/ui/StateTag.tsx'

export const invoice_looks: Looks<InvoiceState> = {
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
  <TagOf state={state} looks={invoice_looks} words={invoice_states} />
)
