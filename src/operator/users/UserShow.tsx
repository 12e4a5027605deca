import type { DataOf } from '#contract/endpoint.ts'
import type { operator_users } from '#contract/operator/users.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { WalletPanel } from './UserWalletPanel.tsx'

/** A user with wallet and sessions, and what operators did about the account. */
export default function UserShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <WalletPanel user={row as unknown as DataOf<(typeof operator_users)['get']>} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
