import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { AfterCommit, Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { hashOfToken, security_page, tokenRow } from '#server/modules/auth/session.service.ts'
import { sessionsRepo } from '#server/modules/auth/sessions.repo.ts'
import { notify } from '#server/modules/notifications/notifications.service.ts'
import { Refusal } from '#server/refusal.ts'

interface Refreshed {
  user_id: string
  session_id: string
}

/**
 * Changes a refresh token into the next pair; `signed_out` when it is unknown, expired, revoked or of a frozen account.
 * Each token has one successor, so parallel calls and a lost answer lead to the same pair for a few seconds. Later use of
 * a changed token means that two hold it: the session ends for both (product §2).
 */
export async function refreshToken(
  ctx: Context,
  sessions: Sessions,
  token: string,
): Promise<{ access: string; refresh: string }> {
  const refresh = createHmac('sha256', ctx.deps.keys.refresh_rotation).update(token).digest('base64url')
  const refreshed = await ctx.transaction((trx, afterCommit) => rotate(trx, afterCommit, ctx, sessions, token, refresh))
  if (!refreshed) throw new Refusal('signed_out')
  return { access: await sessions.issue(refreshed.user_id, refreshed.session_id), refresh }
}

/** Undefined instead of a refusal: what it writes about a reused token must be committed. */
async function rotate(
  trx: Transaction<DB>,
  afterCommit: AfterCommit,
  ctx: Context,
  sessions: Sessions,
  token: string,
  successor: string,
): Promise<Refreshed | undefined> {
  const repo = sessionsRepo(trx)
  const now = ctx.deps.clock.now()
  const hash = hashOfToken(token)
  const known = await repo.lockToken(hash)
  if (!known || known.revoked_at || known.frozen_at || known.expires_at <= now) return undefined
  const { user_id, session_id, rotated_at } = known
  if (!rotated_at) {
    await repo.markRotated(hash, now)
    await repo.insertToken(tokenRow(successor, session_id, now))
    await repo.touch(session_id, now)
    return { user_id, session_id }
  }
  if (now.getTime() - rotated_at.getTime() <= limits.refresh_grace_seconds * 1000) return { user_id, session_id }
  await endReused(trx, afterCommit, ctx, sessions, known)
  return undefined
}

async function endReused(
  trx: Transaction<DB>,
  afterCommit: AfterCommit,
  { deps }: Context,
  sessions: Sessions,
  { user_id, session_id }: Refreshed,
): Promise<void> {
  if (!(await sessionsRepo(trx).revoke(session_id, 'refresh_reused', deps.clock.now()))) return
  afterCommit(() => sessions.forget(session_id))
  await notify(trx, afterCommit, deps, {
    user_id,
    class: 'system',
    title: '登录凭据异常',
    content: '检测到登录凭据被重复使用，相关设备已退出登录。如果不是你本人操作，请立即重置密码。',
    link: security_page,
  })
}
