import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'

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
