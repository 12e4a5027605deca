import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { NotFound } from '#src/admin/errors/NotFound.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useSegments } from '#src/features/instances/billing/use-segments.ts'
import { paths } from '#src/paths.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const MeteredBill = lazyPart(() => import('#src/features/instances/billing/MeteredBill.tsx'))

/** Bills of a released instance (product §4); shows nothing for an instance that never belonged to this user. */
export default function ReleasedInstance({ resource, id }: { resource: Resource; id: string }) {
  const { data, isError } = useSegments(id)
  if (isError) return <NotFound resource={resource} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeading
        title="实例已释放"
        meaning={`${id} 的系统盘和数据盘已被永久删除，账单保留在这里。`}
        trail={[{ label: resource.label, to: resource.path }]}
      />
      <PagePanel title="计费" extra={<Link to={paths.myOrders}>包日、包周的付款见我的订单</Link>} flush>
        <Suspense fallback={<PageSkeleton />}>
          <MeteredBill id={id} />
        </Suspense>
      </PagePanel>
    </>
  )
}
