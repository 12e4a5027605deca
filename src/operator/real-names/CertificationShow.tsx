import { operatorRealNames } from '#contract/operator/real-names.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { EarlierCertificationsPanel } from './EarlierCertificationsPanel.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'

/** A case: what was handed in, the numbers beside the picture, what was handed in before, and who did what. */
export default function CertificationShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={operatorRealNames.get}>
      {(one) => (
        <ShowPanels>
          {one.status === 'pending' && <EvidencePanel key={one.id} one={one} />}
          {one.earlier.length > 0 && <EarlierCertificationsPanel earlier={one.earlier} />}
          <RowHistory resource={resource} id={one.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
