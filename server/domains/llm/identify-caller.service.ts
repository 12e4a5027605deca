import { codes } from '#contract/codes.ts'
import type { LlmScope } from '#contract/llm-keys.ts'
import { pico_per_fen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { OpenaiError } from '#server/domains/llm/openai-error.ts'
import { hashOf, secret_pattern } from '#server/domains/llm/token-secret.ts'
import { type KeyRow, keysRepo } from '#server/domains/llm/tokens.repo.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Who calls: a key, or the console itself for its user. */
export interface LlmCaller {
  user_id: string
  key: KeyRow | null
}

/** By a key, or by the access token of the console (the playground). Throws `OpenaiError`. */
export async function identify(deps: Deps, sessions: Sessions, authorization: string | undefined): Promise<LlmCaller> {
  const token = authorization?.replace(/^Bearer\s+/i, '') ?? ''
  if (!token) throw new OpenaiError('invalid_api_key', { message: '请在 Authorization 中提供 API 密钥' })
  return token.startsWith('sk-') ? byKey(deps, token) : byConsole(sessions, token)
}

async function byKey({ database, clock }: Deps, secret: string): Promise<LlmCaller> {
  const found = secret_pattern.test(secret) ? await keysRepo(database.kysely).bySecret(hashOf(secret)) : undefined
  if (!found) throw new OpenaiError('invalid_api_key')
  const { frozen_at, is_tencent, ...key } = found
  if (frozen_at) throw new OpenaiError('account_frozen')
  if (!is_tencent) throw new OpenaiError('not_open')
  refuseUnusable(key, clock.now())
  return { user_id: key.user_id, key }
}

async function byConsole(sessions: Sessions, token: string): Promise<LlmCaller> {
  try {
    const { caller } = await sessions.authenticate(token)
    if (!caller.is_tencent) throw new OpenaiError('not_open')
    return { user_id: caller.user_id, key: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new OpenaiError(error.code === codes.account_frozen.code ? 'account_frozen' : 'invalid_api_key')
  }
}

/** A key that may not be used at all, whatever it asks for. */
export function refuseUnusable(key: KeyRow, now: Date): void {
  if (key.disabled_at || (key.expires_at && key.expires_at <= now)) throw new OpenaiError('invalid_api_key')
  if (key.cap_fen !== null && key.spent_pico >= key.cap_fen * pico_per_fen) throw new OpenaiError('key_used_up')
}

export function refuseScope({ key }: LlmCaller, scope: LlmScope): void {
  if (key && !key.scopes.includes(scope)) throw new OpenaiError('scope_denied')
}

export const mayUseModel = ({ key }: LlmCaller, model_id: string): boolean => !key?.models || key.models.includes(model_id)
