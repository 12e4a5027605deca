import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { endOfSession } from '#server/domains/accounts/auth/session-end.policy.ts'
import { type RevokedBecause, sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { RequestInfo } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { newId, newToken } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

export const security_page = '/console/account/security'

/** Refresh tokens are stored as this only. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The stored form of a refresh token issued now; each lives 30 days from its own issue (product §2), and no longer than its session. */
export const tokenRow = (token: string, { session_id, ends_at }: { session_id: string; ends_at: Date }, now: Date) => ({
  hash: hashOfToken(token),
  session_id,
  created_at: now,
  expires_at: new Date(Math.min(now.getTime() + limits.refresh_token_days * 86_400_000, ends_at.getTime())),
})

/** Opens a session and answers its refresh token; tells a person who is signed in elsewhere about a device not seen among those. */
export async function openSession(
  tx: Tx,
  { id: user_id, role }: { id: string; role: string },
  { ip, user_agent }: RequestInfo,
): Promise<{ session_id: string; refresh: string; ends_at: Date }> {
  const repo = sessionsRepo(tx.db)
  const now = tx.now()
  const session_id = newId('session')
  const refresh = newToken()
  const ends_at = endOfSession(role, now)
  const new_device = (await repo.isSignedIn(user_id)) && !(await repo.isSignedInWith(user_id, user_agent))
  await repo.insert({ id: session_id, user_id, ip, user_agent, created_at: now, last_seen_at: now })
  await repo.insertToken(tokenRow(refresh, { session_id, ends_at }, now))
  if (new_device) {
    await notify(tx, {
      user_id,
      class: 'system',
      title: '新设备登录',
      content: `你的账号刚刚在一台新设备上登录（IP ${ip}）。如果不是你本人，请立即重置密码，其他设备会随之退出登录。`,
      link: security_page,
    })
  }
  return { session_id, refresh, ends_at }
}

/** Ends every session of a user, or all `but` one; their access tokens are refused from the commit on. Answers how many. */
export async function revokeAllSessions(
  tx: Tx,
  sessions: Sessions,
  user_id: string,
  because: RevokedBecause,
  but?: string,
): Promise<number> {
  const ids = await sessionsRepo(tx.db).revokeAll(user_id, because, tx.now(), but)
  tx.afterCommit(() => {
    for (const id of ids) sessions.forget(id)
  })
  return ids.length
}

/** Forgets the devices and addresses of a closed account. */
export const blankSessions = async (trx: Transaction<DB>, user_id: string): Promise<void> => {
  await sessionsRepo(trx).blank(user_id)
}
