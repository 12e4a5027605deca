import { Suspense, useCallback, useState } from 'react'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { InstancePage } from './InstancePage.tsx'
import { toInstanceDetail } from './instance-detail.ts'

const ReleasedInstance = lazyPart(() => import('./ReleasedInstance.tsx'))

/** The page of one instance. */
export default function InstanceShow({ resource }: { resource: Resource }) {
  const [left, setLeft] = useState(false)
  const leave = useCallback(() => setLeft(true), [])
  if (left) return <PageSkeleton /> // no more requests for this instance
  return (
    <RowView
      resource={resource}
      gone={(id) => (
        <Suspense fallback={<PageSkeleton />}>
          <ReleasedInstance resource={resource} id={id} />
        </Suspense>
      )}
    >
      {(row) => <InstancePage key={row.id} resource={resource} row={row} instance={toInstanceDetail(row)} onLeave={leave} />}
    </RowView>
  )
}
