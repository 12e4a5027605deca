import type { Kysely, Transaction } from 'kysely'
import { type Role, roleNames } from '#contract/access.ts'
import type { DB } from '#server/db/types.ts'
import { revokeAllSessions } from '#server/domains/accounts/auth/session.service.ts'
import { accountsRepo } from '#server/domains/accounts/users/accounts.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** With fewer than two, nobody could approve the other's requests. */
const adminsMin = 2

export type LockedAccount = Awaited<ReturnType<typeof lockAccount>>

export async function lockAccount(trx: Transaction<DB>, id: string) {
  const row = await accountsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return { ...row, role: row.role as Role }
}

/** Counts the administrators and blocks a concurrent setup. */
export async function countAdmins(trx: Transaction<DB>): Promise<number> {
  await accountsRepo(trx).lockSetup()
  return (await accountsRepo(trx).lockAdmins()).length
}

/** Returns the ids of operators who have one of these roles and may sign in. */
export const listOperatorsWithRoles = async (db: Kysely<DB>, roles: readonly Role[]): Promise<string[]> =>
  (await accountsRepo(db).operators(roles)).map(({ id }) => id)

/** Stops a user's running instances in the same transaction; provided by the layer that knows instances. */
export type StopInstances = (tx: Tx, userId: string) => Promise<void>

/**
 * Freezes a locked account: ends all sessions, blocks sign-in, and stops everything running, because its owner could not stop it
 * and would keep paying. Disks, balance and bills stay.
 */
export async function freezeAccount(
  tx: Tx,
  sessions: Pick<SessionTokens, 'forget'>,
  account: LockedAccount,
  { reason, stopInstances }: { reason: string; stopInstances: StopInstances },
): Promise<void> {
  if (account.frozen_at) throw new Refusal('nothing_to_change', { message: '该账号已被冻结' })
  if (account.role !== 'user')
    throw new Refusal('action_not_allowed', { message: '不能冻结运营账号，请先申请把它变更为普通用户' })
  await accountsRepo(tx.db).setFrozen(account.id, tx.now(), reason)
  await revokeAllSessions(tx, sessions, account.id, 'frozen')
  await stopInstances(tx, account.id)
}

export async function unfreezeAccount(tx: Tx, account: LockedAccount): Promise<void> {
  await accountsRepo(tx.db).setFrozen(account.id, null, null)
  await notifyUser(tx, {
    user_id: account.id,
    class: 'system',
    title: '账号已解冻',
    content: '可以继续使用。冻结期间关机的实例没有自动开机，数据都在。',
    link: '/console/container-instance',
  })
}

/** Changes the role of a locked account; the user must sign in again to use it. */
export async function changeRole(tx: Tx, sessions: SessionTokens, account: LockedAccount, role: Role): Promise<void> {
  if (account.role === 'operator_admin') {
    const left = (await accountsRepo(tx.db).lockAdmins()).filter(({ id }) => id !== account.id)
    if (left.length < adminsMin) throw new Refusal('action_not_allowed', { message: '至少保留两名管理员，否则无人可以复核' })
  }
  await accountsRepo(tx.db).setRole(account.id, role)
  await revokeAllSessions(tx, sessions, account.id, 'role_changed')
  await notifyUser(tx, {
    user_id: account.id,
    class: 'system',
    title: `账号角色已变更为${roleNames[role]}`,
    content: '变更由两名运营人员提出并批准。如有疑问请联系管理员。',
    link: '/console/account/certification-details',
  })
}
