import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ProofPicture } from '#src/admin/proof/ProofPicture.tsx'
import type { Resource } from '#src/admin/resource.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'

/** A transfer with its proof, for comparison with the bank statement. */
export default function BankTransferReview({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource}>
      {(row) => (
        <PagePanel title="转账凭证">
          <ProofPicture endpoint={operatorBankTransfers.proof} id={row.id} alt="转账凭证" />
        </PagePanel>
      )}
    </CaseShow>
  )
}
