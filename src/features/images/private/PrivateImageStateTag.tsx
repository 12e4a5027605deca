import { type PrivateImage, type PrivateImageState, privateImageStates } from '#contract/private-images.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'

const statusStyles: StateStyles<PrivateImageState> = {
  saving: { tone: 'warning', icon: 'save' },
  ready: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
}

/** A state, and how far saving has come. */
export const PrivateImageStateTag = ({ image: { state, percent } }: { image: Pick<PrivateImage, 'state' | 'percent'> }) => (
  <ToneTag tone={statusStyles[state].tone} icon={statusStyles[state].icon}>
    {privateImageStates[state]}
    {percent !== null && ` ${percent}%`}
  </ToneTag>
)
