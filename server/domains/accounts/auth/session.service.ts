import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { computeSessionEnd } from '#server/domains/accounts/auth/session-end.policy.ts'
import { type SessionRevocationReason, sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { signInTicketsRepo } from '#server/domains/accounts/second-factor/sign-in-tickets.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { RequestDetails } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { newId, newToken } from '#server/lib/ids.ts'
import { hasPhone } from '#server/lib/mask.ts'
import type { Tx, TxDeps } from '#server/tx.ts'

export const securityPage = '/console/account/security'

/** Refresh tokens are stored only as this hash. */
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Builds the row of a refresh token issued now: valid 30 days from issue (product §2), but no longer than its session. */
export const buildTokenRow = (
  token: string,
  { session_id: sessionId, ends_at: endsAt }: { session_id: string; ends_at: Date },
  now: Date,
) => ({
  hash: hashRefreshToken(token),
  session_id: sessionId,
  created_at: now,
  expires_at: new Date(Math.min(now.getTime() + limits.refreshTokenDays * dayMs, endsAt.getTime())),
})

/**
 * Opens a session and returns its refresh token; notifies users signed in elsewhere about a device not seen in their sessions.
 */
export async function openUserSession(
  tx: Tx,
  { id: userId, role, phone }: { id: string; role: string; phone: string },
  { ip, user_agent: userAgent }: RequestDetails,
): Promise<{ session_id: string; refresh: string; ends_at: Date }> {
  const repo = sessionsRepo(tx.db)
  const now = tx.now()
  const sessionId = newId('session')
  const refresh = newToken()
  const endsAt = computeSessionEnd({ role, vouched: !hasPhone(phone) }, now)
  const newDevice = (await repo.isSignedIn(userId)) && !(await repo.isSignedInWith(userId, userAgent))
  await repo.insert({ id: sessionId, user_id: userId, ip, user_agent: userAgent, created_at: now, last_seen_at: now })
  await repo.insertToken(buildTokenRow(refresh, { session_id: sessionId, ends_at: endsAt }, now))
  if (newDevice) {
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: '新设备登录',
      content: `你的账号刚刚在一台新设备上登录（IP ${ip}）。如果不是你本人，请立即重置密码，其他设备会随之退出登录。`,
      link: securityPage,
    })
  }
  return { session_id: sessionId, refresh, ends_at: endsAt }
}

/**
 * Ends all sessions of a user, except `but` if given, and sign-ins that wait for their second step; access tokens are refused
 * from the commit on. Returns the number ended.
 */
export async function revokeAllSessions(
  tx: Tx<TxDeps>,
  sessions: Pick<SessionTokens, 'forget'>,
  userId: string,
  because: SessionRevocationReason,
  but?: string,
): Promise<number> {
  const ids = await sessionsRepo(tx.db).revokeAll(userId, because, tx.now(), but)
  await signInTicketsRepo(tx.db).removeAll(userId)
  tx.afterCommit(() => {
    for (const id of ids) sessions.forget(id)
  })
  return ids.length
}

/** Erases the devices and addresses of a closed account. */
export const anonymizeSessions = async (trx: Transaction<DB>, userId: string): Promise<void> => {
  await sessionsRepo(trx).blank(userId)
}
