import { bank_transfers } from '#contract/bank-transfers.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { Proof } from '#src/admin/proof/ProofPicture.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'

/** A transfer with the proof that was sent. */
export default function BankTransferShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <Panel title="转账凭证">
            <Proof endpoint={bank_transfers.proof} id={row.id} alt="转账凭证" />
          </Panel>
        </Parts>
      )}
    </Show>
  )
}
