import { SignJWT } from 'jose'
import type { Role } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/context.ts'
import { tokenSessionsRepo } from '#server/http/sessions.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { verifyToken } from '#server/lib/signing.ts'

const issuer = 'zhisuan'
const audience = 'zhisuan-api'
/** Every node notices a revoked session or a frozen account within this time. */
const recheckMs = 5_000
const cacheMax = 20_000

export interface SessionTokens {
  /** Issues a signed access token for 15 minutes (product §2), or until its session ends. */
  issue(userId: string, sessionId: string, endsAt?: Date): Promise<string>
  /** Throws `signedOutCode` for a bad, expired or revoked token, `account_frozen` for a frozen account. */
  authenticate(accessToken: string): Promise<{ caller: Caller; expires_at: Date }>
  forget(sessionId: string): void
}

/** Whether an account must have a second factor to use the back office: with real money, whoever works there (decision 101). */
export const isSecondFactorRequired = ({ real_deployment: real }: Pick<Config, 'real_deployment'>, role: string): boolean =>
  real && role !== 'user'

interface VerifiedToken {
  session_id: string
  expires_s: number
}

/** Issues and checks access tokens; independent of HTTP. */
export function createSessionTokens({
  clock,
  config,
  database,
  keys,
}: Pick<Deps, 'clock' | 'config' | 'database' | 'keys'>): SessionTokens {
  const checked = new Map<string, { caller: Caller; at: number }>()
  /** Tokens whose signature was right; it stays so, only their time runs out. */
  const signed = new Map<string, VerifiedToken>()

  async function verify(accessToken: string, now: Date): Promise<VerifiedToken> {
    const known = signed.get(accessToken)
    if (known && known.expires_s > Math.floor(now.getTime() / 1000)) return known
    const { payload } = await verifyToken(accessToken, keys.access_token, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      currentDate: now,
    }).catch(() => {
      throw new Refusal('signed_out')
    })
    if (signed.size >= cacheMax) signed.clear()
    const verified = { session_id: String(payload.sid), expires_s: payload.exp ?? 0 }
    signed.set(accessToken, verified)
    return verified
  }

  async function readCaller(sessionId: string): Promise<Caller> {
    const row = await tokenSessionsRepo(database.kysely).findUser(sessionId)
    if (!row) throw new Refusal('signed_out')
    if (row.frozen_at) throw new Refusal('account_frozen')
    const lacking = isSecondFactorRequired(config, row.role) && row.second_factor_added_at === null
    return {
      user_id: row.id,
      session_id: sessionId,
      account_type: row.account_type as Caller['account_type'],
      role: lacking ? 'user' : (row.role as Role),
      is_tencent: row.is_tencent,
      ...(lacking && { lacks_second_factor: true }),
    }
  }

  return {
    issue: (userId, sessionId, endsAt) => {
      const now = Math.floor(clock.now().getTime() / 1000)
      const until = Math.min(now + limits.accessTokenSeconds, Math.floor((endsAt?.getTime() ?? Infinity) / 1000))
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(until)
        .sign(keys.access_token[0])
    },
    authenticate: async (accessToken) => {
      const now = clock.now()
      const { session_id: sessionId, expires_s: expiresS } = await verify(accessToken, now)
      const known = checked.get(sessionId)
      const fresh = known && Math.abs(now.getTime() - known.at) < recheckMs
      const caller = fresh ? known.caller : await readCaller(sessionId)
      // Who lacks one may have added it on another node just now.
      if (!fresh && !caller.lacks_second_factor) {
        if (checked.size >= cacheMax) checked.clear()
        checked.set(sessionId, { caller, at: now.getTime() })
      }
      return { caller, expires_at: new Date(expiresS * 1000) }
    },
    forget: (sessionId) => {
      checked.delete(sessionId)
    },
  }
}

/** Refuses with `step_up_required` unless the user re-authenticated in this session recently (product §2). */
export async function requireStepUp({ database, clock }: Pick<Deps, 'database' | 'clock'>, sessionId: string): Promise<void> {
  const at = await tokenSessionsRepo(database.kysely).steppedUpAt(sessionId)
  const ageMs = at ? clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY
  if (ageMs < 0 || ageMs > limits.stepUpSeconds * 1000) throw new Refusal('step_up_required')
}
