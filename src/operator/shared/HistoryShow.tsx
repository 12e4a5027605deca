import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { RowHistory } from './RowHistory.tsx'

/** A row and the history of what operators did to it. */
export default function HistoryShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
