import type { CertificationState } from '#contract/certification.ts'
import type { Looks } from '#src/ui/StateTag.tsx'

export const case_looks: Looks<CertificationState> = {
  pending: { tone: 'warning', icon: 'clock' },
  passed: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}
