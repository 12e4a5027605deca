import type { CommunityImage } from '#contract/community.ts'
import { environmentOf } from '#src/features/images/environment.ts'
import { Below } from '#src/operator/shared/CellSubline.tsx'

/** What an image brings, and below it what it runs on. */
export const Environment = ({ image }: { image: Pick<CommunityImage, 'framework' | 'python' | 'vendor' | 'runtime'> }) => (
  <>
    {image.framework} · Python {image.python}
    <Below>{environmentOf(image)}</Below>
  </>
)
