import { Skeleton } from '#src/kit/Skeleton.tsx'
import { SkeletonRows } from '#src/kit/SkeletonRows.tsx'
import { Panel } from '../layout/Panel.tsx'

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
