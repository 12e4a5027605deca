import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'

/** In the shape of quota and list. */
export function StorageSkeleton() {
  return (
    <>
      <Skeleton height={76} />
      <Panel flush>
        <SkeletonRows rows={8} columns={3} />
      </Panel>
    </>
  )
}
