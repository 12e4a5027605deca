import type { CreatorAuditState } from '#contract/creator-labels.ts'
import type { Looks } from '#src/ui/StateTag.tsx'

export const creator_looks: Looks<CreatorAuditState> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
}
