import type { OperatorLeadDetail } from '#contract/operator/leads.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { LeadNotes } from './LeadNotes.tsx'

/** A lead, what has been said so far, and who changed what. */
export default function LeadShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <LeadNotes lead={row as unknown as OperatorLeadDetail} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
