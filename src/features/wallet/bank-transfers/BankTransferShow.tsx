import { bankTransfers } from '#contract/bank-transfers.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ProofPicture } from '#src/admin/proof/ProofPicture.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'

/** A bank transfer with its submitted proof. */
export default function BankTransferShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <PagePanel title="转账凭证">
            <ProofPicture endpoint={bankTransfers.proof} id={row.id} alt="转账凭证" />
          </PagePanel>
        </ShowPanels>
      )}
    </Show>
  )
}
