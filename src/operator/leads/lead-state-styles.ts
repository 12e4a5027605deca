import type { LeadState } from '#contract/operator/leads.ts'
import type { Looks } from '#src/ui/StateTag.tsx'

export const lead_looks: Looks<LeadState> = {
  new: { tone: 'warning', icon: 'bell' },
  following: { tone: 'primary', icon: 'clock' },
  won: { tone: 'success', icon: 'check' },
  closed: { tone: 'neutral', icon: 'close' },
}
