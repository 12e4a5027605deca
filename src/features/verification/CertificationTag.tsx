import { type CertificationState, certificationStates } from '#contract/certification.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'

const statusStyles: Record<CertificationState, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'warning', icon: 'clock' },
  passed: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}

/** How far the review is, as icon, word and colour. */
export const CertificationTag = ({ state }: { state: CertificationState }) => (
  <ToneTag tone={statusStyles[state].tone} icon={statusStyles[state].icon}>
    {certificationStates[state]}
  </ToneTag>
)
