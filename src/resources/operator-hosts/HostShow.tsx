import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'

/** A host and who decided what about it. */
export default function HostShow({ resource }: { resource: Resource }) {
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
