import type { Resource } from '#src/admin/resource.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { KnownFactsShow } from './KnownFactsShow.tsx'
import { RowHistory } from './RowHistory.tsx'

/** A row and the history of what operators did to it. */
export default function HistoryShow({ resource }: { resource: Resource }) {
  return (
    <KnownFactsShow resource={resource}>
      {(row) => (
        <ShowPanels>
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </KnownFactsShow>
  )
}
