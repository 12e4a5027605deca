import { operator_bank_transfers } from '#contract/operator/bank-transfers.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { Panel } from '#src/console/layout/Panel.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import { Proof } from '#src/console/proof/Proof.tsx'
import type { Resource } from '../define-resource.ts'

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
