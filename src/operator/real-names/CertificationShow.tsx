import { operator_real_names } from '#contract/operator/real-names.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { EarlierPanel } from './EarlierCertificationsPanel.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'

/** A case: what was handed in, the numbers beside the picture, what was handed in before, and who did what. */
export default function RealNameShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={operator_real_names.get}>
      {(one) => (
        <Parts>
          {one.status === 'pending' && <EvidencePanel key={one.id} one={one} />}
          {one.earlier.length > 0 && <EarlierPanel earlier={one.earlier} />}
          <History resource={resource} id={one.id} />
        </Parts>
      )}
    </Show>
  )
}
