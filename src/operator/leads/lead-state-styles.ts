import type { LeadState } from '#contract/operator/leads.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const leadStateStyles: StateStyles<LeadState> = {
  new: { tone: 'warning', icon: 'bell' },
  following: { tone: 'primary', icon: 'clock' },
  won: { tone: 'success', icon: 'check' },
  closed: { tone: 'neutral', icon: 'close' },
}
