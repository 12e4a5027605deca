import { resultCodes } from '#contract/codes.ts'
import type { LlmScope } from '#contract/llm-keys.ts'
import { picoPerFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { hashLlmKeySecret, llmKeyPattern } from '#server/domains/llm/llm-key-secret.ts'
import { type LlmKeyRow, llmKeysRepo } from '#server/domains/llm/llm-keys.repo.ts'
import { OpenaiError } from '#server/domains/llm/openai-error.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** The caller: an API key, or the console on behalf of its user. */
export interface LlmCaller {
  user_id: string
  key: LlmKeyRow | null
}

/** Identifies the caller by API key or by the console's access token (playground). Throws `OpenaiError`. */
export async function identifyLlmCaller(
  deps: Deps,
  sessions: SessionTokens,
  authorization: string | undefined,
): Promise<LlmCaller> {
  const token = authorization?.replace(/^Bearer\s+/i, '') ?? ''
  if (!token) throw new OpenaiError('invalid_api_key', { message: '请在 Authorization 中提供 API 密钥' })
  return token.startsWith('sk-') ? identifyByKey(deps, token) : identifyByConsoleToken(sessions, token)
}

async function identifyByKey({ database, clock }: Deps, secret: string): Promise<LlmCaller> {
  const found = llmKeyPattern.test(secret) ? await llmKeysRepo(database.kysely).bySecret(hashLlmKeySecret(secret)) : undefined
  if (!found) throw new OpenaiError('invalid_api_key')
  const { frozen_at: frozenAt, is_tencent: isTencent, ...key } = found
  if (frozenAt) throw new OpenaiError('account_frozen')
  if (!isTencent) throw new OpenaiError('not_open')
  assertKeyUsable(key, clock.now())
  return { user_id: key.user_id, key }
}

async function identifyByConsoleToken(sessions: SessionTokens, token: string): Promise<LlmCaller> {
  try {
    const { caller } = await sessions.authenticate(token)
    if (!caller.is_tencent) throw new OpenaiError('not_open')
    return { user_id: caller.user_id, key: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new OpenaiError(error.code === resultCodes.account_frozen.code ? 'account_frozen' : 'invalid_api_key')
  }
}

/** Throws if the key cannot be used at all, whatever the request. */
export function assertKeyUsable(key: LlmKeyRow, now: Date): void {
  if (key.disabled_at || (key.expires_at && key.expires_at <= now)) throw new OpenaiError('invalid_api_key')
  if (key.cap_fen !== null && key.spent_pico >= key.cap_fen * picoPerFen) throw new OpenaiError('key_used_up')
}

export function assertKeyScope({ key }: LlmCaller, scope: LlmScope): void {
  if (key && !key.scopes.includes(scope)) throw new OpenaiError('scope_denied')
}

export const canUseModel = ({ key }: LlmCaller, modelId: string): boolean => !key?.models || key.models.includes(modelId)
