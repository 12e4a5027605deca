import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'
import { Timeline } from './Timeline.tsx'

/** An instance as its owner sees it, what happened to it, and what operators did. */
export default function OperatorInstanceShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <Timeline id={row.id} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
