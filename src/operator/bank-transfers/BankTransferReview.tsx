import { operator_bank_transfers } from '#contract/operator/bank-transfers.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { Proof } from '#src/admin/proof/ProofPicture.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'

/** A transfer with its proof, to be compared with the bank's statement. */
export default function BankTransferReview({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <Panel title="转账凭证">
            <Proof endpoint={operator_bank_transfers.proof} id={row.id} alt="转账凭证" />
          </Panel>
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
