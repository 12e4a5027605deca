import {
  freezeAccount,
  lockAccount,
  type StopInstances,
  unfreezeAccount,
} from '#server/domains/accounts/users/accounts.service.ts'
import { directoryPeopleRepo } from '#server/domains/money/directories/directory-people.repo.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import type { Tx } from '#server/tx.ts'

const leftReason = '组织不再承认这个账号'

/** Closes the account of somebody whom the directory no longer vouches for; disks, money and bills stay with the organisation. */
export async function endMembership(
  tx: Tx,
  { sessions, stopInstances }: { sessions: Pick<SessionTokens, 'forget'>; stopInstances: StopInstances },
  userId: string,
): Promise<void> {
  const account = await lockAccount(tx.db, userId)
  // Operators are never frozen; without a project they are not let in all the same.
  if (!account.frozen_at && account.role === 'user')
    await freezeAccount(tx, sessions, account, { reason: leftReason, stopInstances })
  await directoryPeopleRepo(tx.db).update(userId, { left_at: tx.now() })
}

/** Opens the account of somebody who is back, unless the master or the platform had frozen it before. */
export async function resumeMembership(tx: Tx, userId: string): Promise<void> {
  const account = await lockAccount(tx.db, userId)
  if (account.frozen_reason === leftReason) await unfreezeAccount(tx, account)
}
