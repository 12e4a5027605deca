import { limits } from '#contract/limits.ts'
import { buildTokenRow, hashRefreshToken, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { computeSessionEnd } from '#server/domains/accounts/auth/session-end.policy.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { hasPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { computeSignatures } from '#server/lib/signing.ts'
import type { Tx } from '#server/tx.ts'

interface Owner {
  user_id: string
  session_id: string
}
interface Refreshed extends Owner {
  refresh: string
  ends_at: Date
}

/**
 * Exchanges a refresh token for the next pair. Refuses `sessionEndedCode` if the session reached its maximum age, `signedOutCode`
 * if the token is unknown, expired, revoked or of a frozen account. Each token has one successor, so parallel calls and a lost
 * answer yield the same pair for a few seconds. Later reuse means that two parties hold the token: the session ends for both
 * (product §2).
 */
export async function refreshTokenPair(
  ctx: Context,
  sessions: SessionTokens,
  token: string,
): Promise<{ access: string; refresh: string }> {
  const refreshed = await ctx.transaction((tx) => rotate(tx, ctx, sessions, token))
  if (typeof refreshed === 'string') throw new Refusal(refreshed)
  const { user_id: userId, session_id: sessionId, ends_at: endsAt, refresh } = refreshed
  return { access: await sessions.issue(userId, sessionId, endsAt), refresh }
}

/** Returns a code instead of throwing, because its writes about a reused or ended token must be committed. */
async function rotate(
  tx: Tx,
  ctx: Context,
  sessions: SessionTokens,
  token: string,
): Promise<Refreshed | 'signed_out' | 'session_ended'> {
  const repo = sessionsRepo(tx.db)
  const now = ctx.deps.clock.now()
  const hash = hashRefreshToken(token)
  const known = await repo.lockToken(hash)
  if (!known || known.revoked_at || known.frozen_at) return 'signed_out'
  const { user_id: userId, session_id: sessionId, rotated_at: rotatedAt } = known
  const endsAt = computeSessionEnd({ role: known.role, vouched: !hasPhone(known.phone) }, known.created_at)
  if (endsAt <= now) {
    // Connections that outlive a request, such as a terminal or a forwarded port's page, end with the session.
    await repo.revoke(sessionId, 'ended', now)
    tx.afterCommit(() => sessions.forget(sessionId))
    return 'session_ended'
  }
  if (known.expires_at <= now) return 'signed_out'
  const successors = computeSignatures(ctx.deps.keys.refresh_rotation, token)
  if (!rotatedAt) {
    await repo.markRotated(hash, now)
    await repo.insertToken(buildTokenRow(successors[0], { session_id: sessionId, ends_at: endsAt }, now))
    await repo.touch(sessionId, now)
    return { user_id: userId, session_id: sessionId, ends_at: endsAt, refresh: successors[0] }
  }
  if (now.getTime() - rotatedAt.getTime() <= limits.refreshGraceSeconds * 1000) {
    // Find the successor that was issued, whichever key was the newest at that time.
    const given = await repo.tokensAmong(successors.map(hashRefreshToken))
    const refresh = successors.find((successor) => given.includes(hashRefreshToken(successor)))
    return refresh === undefined ? 'signed_out' : { user_id: userId, session_id: sessionId, ends_at: endsAt, refresh }
  }
  await endReused(tx, ctx, sessions, known)
  return 'signed_out'
}

async function endReused(
  tx: Tx,
  { deps }: Context,
  sessions: SessionTokens,
  { user_id: userId, session_id: sessionId }: Owner,
): Promise<void> {
  if (!(await sessionsRepo(tx.db).revoke(sessionId, 'refresh_reused', deps.clock.now()))) return
  tx.afterCommit(() => sessions.forget(sessionId))
  await notifyUser(tx, {
    user_id: userId,
    class: 'system',
    title: '登录凭据异常',
    content: '检测到登录凭据被重复使用，相关设备已退出登录。如果不是你本人操作，请立即重置密码。',
    link: securityPage,
  })
}
