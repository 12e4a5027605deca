import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'

/** An application, and who did what to it. */
export default function OriginalReviewShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
