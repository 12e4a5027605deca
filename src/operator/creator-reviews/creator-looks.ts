import type { CreatorAuditState } from '#contract/creator-words.ts'
import type { Looks } from '#src/ui/TagOf.tsx'

export const creator_looks: Looks<CreatorAuditState> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
}
