import type { ImageRelease } from '#contract/image-releases.ts'
import { imageReleaseStates } from '#contract/image-releases.ts'
import { imageReleaseStateStyles } from '#src/features/images/state-styles.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'

/** How the newest version stands, and why it was refused. */
export function NewestReleaseVersion({ versions }: Pick<ImageRelease, 'versions'>) {
  const newest = versions[0]
  if (!newest) return '—'
  return (
    <>
      <StateTag state={newest.state} looks={imageReleaseStateStyles} words={imageReleaseStates} />
      {newest.reason && <CellSubline>{newest.reason}</CellSubline>}
    </>
  )
}
