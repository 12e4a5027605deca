import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'

/** In the shape of quota and list. */
export function StorageSkeleton() {
  return (
    <>
      <Skeleton height={76} />
      <PagePanel flush>
        <SkeletonRows rows={8} columns={3} />
      </PagePanel>
    </>
  )
}
