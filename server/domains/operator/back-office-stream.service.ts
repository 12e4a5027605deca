import { accessRoles } from '#contract/access.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Tx } from '#server/tx.ts'

/**
 * Tells the open consoles of all operators that one of them changed something, in the transaction of the change. Operators are few
 * and act rarely: a row on the stream for each of them costs less than a stream that knows roles.
 */
export async function publishBackOfficeChange(tx: Tx, id: string | null): Promise<void> {
  for (const userId of await listOperatorsWithRoles(tx.db, accessRoles.operator))
    await publishChange(tx, { user_id: userId, resource: 'back_office', id })
}
