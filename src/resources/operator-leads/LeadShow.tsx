import type { OperatorLeadDetail } from '#contract/operator/leads.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'
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
