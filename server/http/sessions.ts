import { SignJWT } from 'jose'
import type { Role } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/context.ts'
import { sessionsRepo } from '#server/http/sessions.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { verifyToken } from '#server/lib/signing.ts'

const issuer = 'zhisuan'
const audience = 'zhisuan-api'
/** A revoked session or a frozen account is noticed within this time on every node. */
const recheck_ms = 5_000
const cache_max = 20_000

export interface Sessions {
  /** A signed access token of 15 minutes (product §2), or until its session ends. */
  issue(user_id: string, session_id: string, ends_at?: Date): Promise<string>
  /** Throws `signed_out` for a bad, expired or revoked token, `account_frozen` for a frozen account. */
  authenticate(access_token: string): Promise<{ caller: Caller; expires_at: Date }>
  forget(session_id: string): void
}

/** Issues and checks access tokens; knows nothing of HTTP. */
export function createSessions({ clock, database, keys }: Pick<Deps, 'clock' | 'database' | 'keys'>): Sessions {
  const checked = new Map<string, { caller: Caller; at: number }>()

  async function readCaller(session_id: string): Promise<Caller> {
    const row = await sessionsRepo(database.kysely).findUser(session_id)
    if (!row) throw new Refusal('signed_out')
    if (row.frozen_at) throw new Refusal('account_frozen')
    return {
      user_id: row.id,
      session_id,
      account_type: row.account_type as Caller['account_type'],
      role: row.role as Role,
      is_tencent: row.is_tencent,
    }
  }

  return {
    issue: (user_id, session_id, ends_at) => {
      const now = Math.floor(clock.now().getTime() / 1000)
      const until = Math.min(now + limits.access_token_seconds, Math.floor((ends_at?.getTime() ?? Infinity) / 1000))
      return new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(user_id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(until)
        .sign(keys.access_token[0])
    },
    authenticate: async (access_token) => {
      const now = clock.now()
      const verified = await verifyToken(access_token, keys.access_token, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer,
        audience,
        currentDate: now,
      }).catch(() => {
        throw new Refusal('signed_out')
      })
      const session_id = String(verified.payload.sid)
      const known = checked.get(session_id)
      const fresh = known && Math.abs(now.getTime() - known.at) < recheck_ms
      const caller = fresh ? known.caller : await readCaller(session_id)
      if (!fresh) {
        if (checked.size >= cache_max) checked.clear()
        checked.set(session_id, { caller, at: now.getTime() })
      }
      return { caller, expires_at: new Date((verified.payload.exp ?? 0) * 1000) }
    },
    forget: (session_id) => {
      checked.delete(session_id)
    },
  }
}

/** Refuses `step_up_required` unless the person at this session has proved a short while ago that it is him (product §2). */
export async function requireStepUp({ database, clock }: Pick<Deps, 'database' | 'clock'>, session_id: string): Promise<void> {
  const at = await sessionsRepo(database.kysely).steppedUpAt(session_id)
  const age_ms = at ? clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY
  if (age_ms < 0 || age_ms > limits.step_up_seconds * 1000) throw new Refusal('step_up_required')
}
