import { Suspense, useCallback, useState } from 'react'
import { RowView } from '#src/console/generic/RowView.tsx'
import { PageSkeleton } from '#src/console/layout/PageSkeleton.tsx'
import { lazyPart } from '#src/kit/lazy-part.tsx'
import type { Resource } from '../../define-resource.ts'
import { InstancePage } from './InstancePage.tsx'
import { asInstanceDetail } from './instance-detail.ts'

const ReleasedInstance = lazyPart(() => import('./ReleasedInstance.tsx'))

/** The page of one instance. */
export default function InstanceDetail({ resource }: { resource: Resource }) {
  const [left, setLeft] = useState(false)
  const leave = useCallback(() => setLeft(true), [])
  if (left) return <PageSkeleton /> // nothing of it is asked for any more
  return (
    <RowView
      resource={resource}
      gone={(id) => (
        <Suspense fallback={<PageSkeleton />}>
          <ReleasedInstance resource={resource} id={id} />
        </Suspense>
      )}
    >
      {(row) => <InstancePage key={row.id} resource={resource} row={row} instance={asInstanceDetail(row)} onLeave={leave} />}
    </RowView>
  )
}
