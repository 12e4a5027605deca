import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'

/** An activity, its terms, and who changed it. */
export default function ActivityShow({ resource }: { resource: Resource }) {
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
