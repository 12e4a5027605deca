import type { CertificationState } from '#contract/certification.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const certificationStateStyles: StateStyles<CertificationState> = {
  pending: { tone: 'warning', icon: 'clock' },
  passed: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}
