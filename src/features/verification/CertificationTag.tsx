import { type CertificationState, certification_states } from '#contract/certification.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { Tag } from '#src/ui/ToneTag.tsx'

const looks: Record<CertificationState, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'warning', icon: 'clock' },
  passed: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}

/** How far the review is, as icon, word and colour. */
export const CertificationTag = ({ state }: { state: CertificationState }) => (
  <Tag tone={looks[state].tone} icon={looks[state].icon}>
    {certification_states[state]}
  </Tag>
)
