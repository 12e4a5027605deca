import { type PrivateImage, type PrivateImageState, private_image_states } from '#contract/private-images.ts'
import type { Looks } from '#src/ui/StateTag.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'

const looks: Looks<PrivateImageState> = {
  saving: { tone: 'warning', icon: 'save' },
  ready: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
}

/** A state, and how far saving has come. */
export const ImageState = ({ image: { state, percent } }: { image: Pick<PrivateImage, 'state' | 'percent'> }) => (
  <Tag tone={looks[state].tone} icon={looks[state].icon}>
    {private_image_states[state]}
    {percent !== null && ` ${percent}%`}
  </Tag>
)
