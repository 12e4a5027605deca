import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ProofPicture } from '#src/admin/proof/ProofPicture.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { NextInQueue } from '#src/operator/shared/NextInQueue.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'

/** A transfer with its proof, for comparison with the bank statement. */
export default function BankTransferReview({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <NextInQueue resource={resource} id={row.id} />
          <PagePanel title="转账凭证">
            <ProofPicture endpoint={operatorBankTransfers.proof} id={row.id} alt="转账凭证" />
          </PagePanel>
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
