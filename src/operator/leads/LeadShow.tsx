import type { OperatorLeadDetail } from '#contract/operator/leads.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { LeadNotes } from './LeadNotes.tsx'

/** A lead, what has been said so far, and who changed what. */
export default function LeadShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <LeadNotes lead={row as unknown as OperatorLeadDetail} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
