import { type InvoiceState, invoice_states } from '#contract/invoice-states.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'
import { Tag } from '#src/ui/Tag.tsx'

const looks: Record<InvoiceState, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'warning', icon: 'clock' },
  issuing: { tone: 'primary', icon: 'loading' },
  issued: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  flushing: { tone: 'warning', icon: 'refresh' },
  flushed: { tone: 'neutral', icon: 'undo' },
}

/** The state of an invoice: icon, word and colour. */
export function InvoiceStateTag({ state }: { state: InvoiceState }) {
  const { tone, icon } = looks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {invoice_states[state]}
    </Tag>
  )
}
