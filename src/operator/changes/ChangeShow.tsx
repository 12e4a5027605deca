import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { NextInQueue } from '#src/operator/shared/NextInQueue.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'

/** A requested change, and the next that waits for this operator. */
export default function ChangeShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <NextInQueue resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
