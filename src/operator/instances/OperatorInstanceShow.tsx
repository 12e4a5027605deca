import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { Timeline } from './InstanceTimeline.tsx'

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
