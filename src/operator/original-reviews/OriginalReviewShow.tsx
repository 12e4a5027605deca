import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { NextInQueue } from '#src/operator/shared/NextInQueue.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'

/** An application and its history. */
export default function OriginalReviewShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <NextInQueue resource={resource} id={row.id} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
