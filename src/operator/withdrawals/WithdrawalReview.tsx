import type { OperatorWithdrawalDetail } from '#contract/operator/withdrawals.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { OwnerWallet } from './OwnerWallet.tsx'
import { PayeePanel } from './PayeePanel.tsx'
import { PayoutParts } from './PayoutParts.tsx'

/** A withdrawal: where each part of it goes, what its owner has left, and who did what. */
export default function WithdrawalReview({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const withdrawal = row as unknown as OperatorWithdrawalDetail
        return (
          <ShowPanels>
            <PayoutParts withdrawal={withdrawal} />
            {withdrawal.type === 2 && <PayeePanel withdrawal={withdrawal} />}
            <OwnerWallet withdrawal={withdrawal} />
            <RowHistory resource={resource} id={row.id} />
          </ShowPanels>
        )
      }}
    </Show>
  )
}
