import type { EndpointData } from '#contract/endpoint.ts'
import type { operatorUsers } from '#contract/operator/users.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { UserWalletPanel } from './UserWalletPanel.tsx'

/** A user with wallet and sessions, and what operators did about the account. */
export default function UserShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <UserWalletPanel user={row as unknown as EndpointData<(typeof operatorUsers)['get']>} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
