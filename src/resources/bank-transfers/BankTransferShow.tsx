import { bank_transfers } from '#contract/bank-transfers.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { Panel } from '#src/console/layout/Panel.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import { Proof } from '#src/console/proof/Proof.tsx'
import type { Resource } from '../define-resource.ts'

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
