import type { CommunityImage } from '#contract/community.ts'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'

/** What an image includes, with the environment it runs on below. */
export const ImageEnvironment = ({ image }: { image: Pick<CommunityImage, 'framework' | 'python' | 'vendor' | 'runtime'> }) => (
  <>
    {image.framework} · Python {image.python}
    <CellSubline>{formatEnvironment(image)}</CellSubline>
  </>
)
