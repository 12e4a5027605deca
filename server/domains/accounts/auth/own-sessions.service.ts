import type { z } from 'zod'
import type { SessionInfo } from '#contract/account-security.ts'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { revokeAllSessions } from '#server/domains/accounts/auth/session.service.ts'
import { computeSessionEnd } from '#server/domains/accounts/auth/session-end.policy.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { formatDevice } from '#server/domains/accounts/wechat/device.policy.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { hasPhone, maskIp } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Lists live sessions. A session ends by itself if it is not refreshed within the token lifetime, or if it reaches its maximum
 * age.
 */
export async function listSessions({ deps, caller }: Context): Promise<z.input<typeof SessionInfo>[]> {
  const now = deps.clock.now()
  const seenAfter = new Date(now.getTime() - limits.refreshTokenDays * dayMs)
  const { kysely } = deps.database
  const { phone } = await authRepo(kysely).get(caller.user_id)
  const rows = await sessionsRepo(kysely).list(caller.user_id, seenAfter)
  return rows
    .map((row) => ({ ...row, ends_at: computeSessionEnd({ role: caller.role, vouched: !hasPhone(phone) }, row.created_at) }))
    .filter(({ ends_at: endsAt }) => endsAt > now)
    .map(({ id, ip, user_agent: userAgent, created_at: createdAt, last_seen_at: lastSeenAt, ends_at: endsAt }) => ({
      id,
      device: formatDevice(userAgent),
      ip: maskIp(ip),
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      ends_at: endsAt.toISOString(),
      current: id === caller.session_id,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

/** Signs out one device; its tokens are refused from now on. */
export const endOwnSession = (ctx: Context, sessions: SessionTokens, id: string): Promise<null> =>
  ctx.transaction(async (tx) => {
    const ended = await sessionsRepo(tx.db).revokeOwn(id, ctx.caller.user_id, 'ended_elsewhere', ctx.deps.clock.now())
    if (!ended) throw new Refusal('not_found')
    tx.afterCommit(() => sessions.forget(id))
    return null
  })

export const endOtherSessions = (ctx: Context, sessions: SessionTokens): Promise<{ count: number }> =>
  ctx.transaction(async (tx) => {
    const { user_id: userId, session_id: sessionId } = ctx.caller
    return { count: await revokeAllSessions(tx, sessions, userId, 'ended_elsewhere', sessionId) }
  })
