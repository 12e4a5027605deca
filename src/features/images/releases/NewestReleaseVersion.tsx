import type { ImageRelease } from '#contract/image-releases.ts'
import { image_release_states } from '#contract/image-releases.ts'
import { release_looks } from '#src/features/images/state-styles.ts'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import { TagOf } from '#src/ui/StateTag.tsx'

/** How the newest version stands, and why it was refused. */
export function NewestVersion({ versions }: Pick<ImageRelease, 'versions'>) {
  const newest = versions[0]
  if (!newest) return '—'
  return (
    <>
      <TagOf state={newest.state} looks={release_looks} words={image_release_states} />
      {newest.reason && <Below>{newest.reason}</Below>}
    </>
  )
}
