import { limits } from '#contract/limits.ts'
import type { LlmKind } from '#contract/llm-models.ts'
import { picoPerFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { callsRepo } from '#server/domains/llm/calls.repo.ts'
import { assertKeyUsable, canUseModel, type LlmCaller } from '#server/domains/llm/identify-caller.service.ts'
import { llmKeysRepo } from '#server/domains/llm/llm-keys.repo.ts'
import { modelsRepo } from '#server/domains/llm/models.repo.ts'
import { OpenaiError } from '#server/domains/llm/openai-error.ts'
import { buildRateLimitHeaders } from '#server/domains/llm/rate-limit.policy.ts'
import { computeReservation } from '#server/domains/llm/reserve.policy.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { newId } from '#server/lib/ids.ts'
import type { LlmUpstream } from '#server/ports/llm-upstream.ts'

export interface LlmCallRequest {
  model_id: string
  kind: LlmKind
  /** Size of the request without its images; upper bound of its text tokens. */
  bytes: number
  images: { count: number; by_address: boolean }
  /** Number of requested answers. */
  choices: number
  /** Maximum output that the caller allows; undefined for the model's maximum. */
  max_output: number | undefined
  /** Name of the request field that set `max_output`, for the error. */
  max_output_field: string
  stream: boolean
  request_id: string
}

/** A call that has a row and a reservation for its maximum cost. */
export interface OpenCall {
  id: string
  user_id: string
  /** Model id as requested. */
  model_id: string
  upstream_name: string
  /** Maximum output tokens: the requested number, reduced to what the caller can pay. */
  max_output: number
  /** Upper bound of the image tokens. */
  image_tokens: number
  /** Number of requested answers. */
  choices: number
  context_length: number
  started_at: Date
  /** Rate-limit headers. */
  headers: Readonly<Record<string, string>>
}

export const computeCallLeaseEnd = (now: Date): Date => new Date(now.getTime() + limits.llmLeaseSeconds * 1000)

/** Returns the model if this caller may call it; throws `OpenaiError` otherwise. */
async function getModelForCaller(
  db: Parameters<typeof modelsRepo>[0],
  who: LlmCaller,
  { model_id: modelId, kind }: LlmCallRequest,
) {
  const model = await modelsRepo(db).findOffered(modelId)
  if (!model) throw new OpenaiError('model_not_found', { message: `没有模型 ${modelId.slice(0, 64)}，或已下架`, param: 'model' })
  if (!canUseModel(who, model.id)) throw new OpenaiError('model_denied', { param: 'model' })
  if (model.kind !== kind) throw new OpenaiError('wrong_kind', { param: 'model' })
  return model
}

/** Throws `OpenaiError` if the request exceeds what the model or its upstream supports. */
function assertWithinModelLimits(
  model: { max_output: number; max_choices: number; image_tokens: number | null },
  { max_output: maxOutput, max_output_field: maxOutputField, choices, images }: LlmCallRequest,
  { takes_image_addresses: takesImageAddresses }: LlmUpstream,
): void {
  const refused = (message: string, param: string) => new OpenaiError('invalid_request', { message, param })
  if (maxOutput !== undefined && maxOutput > model.max_output)
    throw refused(`这个模型一次最多输出 ${model.max_output} 词元`, maxOutputField)
  if (choices > model.max_choices) throw refused(`这个模型的 n 最多为 ${model.max_choices}`, 'n')
  if (images.count > 0 && model.image_tokens === null) throw refused('这个模型不支持图片', 'messages')
  if (images.by_address && !takesImageAddresses)
    throw refused('平台不代为下载图片，请把图片以 data:image/…;base64,… 放进 url', 'messages')
}

/**
 * Records the call before the upstream is called: its price, and a reservation of its maximum cost until it ends. Concurrent
 * calls therefore never exceed a cap or the balance together.
 */
export const beginCall = (deps: Deps, who: LlmCaller, wish: LlmCallRequest): Promise<OpenCall> =>
  deps.database.transaction(async (trx) => {
    if (!deps.llm) throw new OpenaiError('not_offered')
    const repo = callsRepo(trx)
    const { user_id: userId } = who
    const keyId = who.key?.id ?? null
    const carryPico = await repo.lockAccount(userId)
    const now = deps.clock.now()
    // Read again under the lock: the previous call may have used up the cap.
    const key = keyId === null ? null : await llmKeysRepo(trx).current(keyId)
    if (key === undefined) throw new OpenaiError('invalid_api_key')
    if (key) assertKeyUsable(key, now)
    const model = await getModelForCaller(trx, { user_id: userId, key }, wish)
    assertWithinModelLimits(model, wish, deps.llm)
    const imageTokens = wish.images.count * (model.image_tokens ?? 0)
    const standing = await repo.standing(userId, keyId, new Date(now.getTime() - 60_000))
    const { retry_after: retryAfter, headers } = buildRateLimitHeaders(standing, now)
    if (retryAfter !== undefined) throw new OpenaiError('rate_limit_exceeded', { retry_after: retryAfter, headers })
    const { free_fen: freeFen } = await getFunds(trx, userId, now)
    const ofBalance = freeFen * picoPerFen - carryPico - standing.user_pico
    const ofCap = key?.cap_fen != null ? key.cap_fen * picoPerFen - key.spent_pico - standing.key_pico : undefined
    const left = ofCap !== undefined && ofCap < ofBalance ? ofCap : ofBalance
    const maxOutput = model.kind === 'chat' ? Math.min(wish.max_output ?? model.max_output, model.context_length) : 0
    const held = computeReservation(
      model,
      { bytes: wish.bytes, image_tokens: imageTokens, choices: wish.choices, max_output: maxOutput },
      left,
    )
    if (!held)
      throw left === ofBalance
        ? new OpenaiError('insufficient_quota')
        : new OpenaiError('key_used_up', { message: '密钥剩余的额度不够这次请求，或被进行中的调用占用' })
    const call = { id: newId('call'), user_id: userId, started_at: now }
    await repo.insert({
      ...call,
      key_id: keyId,
      model_id: model.id,
      price_id: model.price_id,
      stream: wish.stream,
      request_id: wish.request_id,
      reserved_pico: held.reserved_pico,
      lease_until: computeCallLeaseEnd(now),
    })
    const { id: modelId, upstream_name: upstreamName, context_length: contextLength } = model
    const { max_output: output } = held
    const { choices } = wish
    return {
      ...call,
      model_id: modelId,
      upstream_name: upstreamName,
      max_output: output,
      image_tokens: imageTokens,
      choices,
      context_length: contextLength,
      headers,
    }
  })
