import { limits } from '#contract/limits.ts'
import { hashOfToken, security_page, tokenRow } from '#server/domains/accounts/auth/session.service.ts'
import { endOfSession } from '#server/domains/accounts/auth/session-end.policy.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { signaturesOf } from '#server/lib/signing.ts'
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
 * Changes a refresh token into the next pair; `session_ended` when its session has lasted as long as any may, `signed_out` when
 * it is unknown, expired, revoked or of a frozen account.
 * Each token has one successor, so parallel calls and a lost answer lead to the same pair for a few seconds. Later use of
 * a changed token means that two hold it: the session ends for both (product §2).
 */
export async function refreshToken(
  ctx: Context,
  sessions: Sessions,
  token: string,
): Promise<{ access: string; refresh: string }> {
  const refreshed = await ctx.transaction((tx) => rotate(tx, ctx, sessions, token))
  if (typeof refreshed === 'string') throw new Refusal(refreshed)
  const { user_id, session_id, ends_at, refresh } = refreshed
  return { access: await sessions.issue(user_id, session_id, ends_at), refresh }
}

/** A code instead of a refusal: what it writes about a token that is reused or has ended must be committed. */
async function rotate(
  tx: Tx,
  ctx: Context,
  sessions: Sessions,
  token: string,
): Promise<Refreshed | 'signed_out' | 'session_ended'> {
  const repo = sessionsRepo(tx.db)
  const now = ctx.deps.clock.now()
  const hash = hashOfToken(token)
  const known = await repo.lockToken(hash)
  if (!known || known.revoked_at || known.frozen_at) return 'signed_out'
  const { user_id, session_id, rotated_at } = known
  const ends_at = endOfSession(known.role, known.created_at)
  if (ends_at <= now) {
    // What lives on its own, such as a terminal or the page of a port, ends with it.
    await repo.revoke(session_id, 'ended', now)
    tx.afterCommit(() => sessions.forget(session_id))
    return 'session_ended'
  }
  if (known.expires_at <= now) return 'signed_out'
  const successors = signaturesOf(ctx.deps.keys.refresh_rotation, token)
  if (!rotated_at) {
    await repo.markRotated(hash, now)
    await repo.insertToken(tokenRow(successors[0], { session_id, ends_at }, now))
    await repo.touch(session_id, now)
    return { user_id, session_id, ends_at, refresh: successors[0] }
  }
  if (now.getTime() - rotated_at.getTime() <= limits.refresh_grace_seconds * 1000) {
    // The one that was given out, by whichever key was the newest then.
    const given = await repo.tokensAmong(successors.map(hashOfToken))
    const refresh = successors.find((successor) => given.includes(hashOfToken(successor)))
    return refresh === undefined ? 'signed_out' : { user_id, session_id, ends_at, refresh }
  }
  await endReused(tx, ctx, sessions, known)
  return 'signed_out'
}

async function endReused(tx: Tx, { deps }: Context, sessions: Sessions, { user_id, session_id }: Owner): Promise<void> {
  if (!(await sessionsRepo(tx.db).revoke(session_id, 'refresh_reused', deps.clock.now()))) return
  tx.afterCommit(() => sessions.forget(session_id))
  await notify(tx, {
    user_id,
    class: 'system',
    title: '登录凭据异常',
    content: '检测到登录凭据被重复使用，相关设备已退出登录。如果不是你本人操作，请立即重置密码。',
    link: security_page,
  })
}
