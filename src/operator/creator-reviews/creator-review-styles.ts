import type { CreatorAuditState } from '#contract/creator-labels.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const creatorReviewStyles: StateStyles<CreatorAuditState> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
}
