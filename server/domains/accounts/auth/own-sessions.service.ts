import type { z } from 'zod'
import type { SessionInfo } from '#contract/account-security.ts'
import { limits } from '#contract/limits.ts'
import { revokeAllSessions } from '#server/domains/accounts/auth/session.service.ts'
import { endOfSession } from '#server/domains/accounts/auth/session-end.policy.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { deviceOf } from '#server/domains/accounts/wechat/device.policy.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { maskIp } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** The sessions that are alive: one nobody has refreshed for as long as its tokens live has ended by itself, as the oldest have. */
export async function listSessions({ deps, caller }: Context): Promise<z.input<typeof SessionInfo>[]> {
  const now = deps.clock.now()
  const seen_after = new Date(now.getTime() - limits.refresh_token_days * 86_400_000)
  const rows = await sessionsRepo(deps.database.kysely).list(caller.user_id, seen_after)
  return rows
    .map((row) => ({ ...row, ends_at: endOfSession(caller.role, row.created_at) }))
    .filter(({ ends_at }) => ends_at > now)
    .map(({ id, ip, user_agent, created_at, last_seen_at, ends_at }) => ({
      id,
      device: deviceOf(user_agent),
      ip: maskIp(ip),
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      ends_at: ends_at.toISOString(),
      current: id === caller.session_id,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

/** Signs one device out; its tokens are refused from now on. */
export const endSession = (ctx: Context, sessions: Sessions, id: string): Promise<null> =>
  ctx.transaction(async (tx) => {
    const ended = await sessionsRepo(tx.db).revokeOwn(id, ctx.caller.user_id, 'ended_elsewhere', ctx.deps.clock.now())
    if (!ended) throw new Refusal('not_found')
    tx.afterCommit(() => sessions.forget(id))
    return null
  })

export const endOtherSessions = (ctx: Context, sessions: Sessions): Promise<{ count: number }> =>
  ctx.transaction(async (tx) => {
    const { user_id, session_id } = ctx.caller
    return { count: await revokeAllSessions(tx, sessions, user_id, 'ended_elsewhere', session_id) }
  })
