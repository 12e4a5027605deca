import type { ChatRequest } from '#contract/llm-wire.ts'
import type { OpenCall } from '#server/domains/llm/begin-call.service.ts'
import { maxTemplateTokens } from '#server/domains/llm/reserve.policy.ts'
import type { LlmRequest } from '#server/ports/llm-upstream.ts'

interface ChatQuestions {
  question: LlmRequest
  otherwise: LlmRequest | undefined
}

/**
 * Builds the upstream request of a chat: the upstream's model name, `max_tokens` limited to the reservation, and usage always
 * included. If the caller left `max_tokens` out, our limit may not fit beside the prompt and upstreams refuse that; then a
 * fallback without a limit is added. The space left in the context is then below our limit, so the reservation still holds.
 */
export function buildChatQuestions(chat: ChatRequest, call: OpenCall, bytes: number): ChatQuestions {
  const { stream_options: streamOptions, max_tokens: maxTokens, max_completion_tokens: maxCompletionTokens, ...rest } = chat
  const free = {
    ...rest,
    model: call.upstream_name,
    ...(chat.stream && { stream_options: { ...streamOptions, include_usage: true } }),
  }
  const field = maxCompletionTokens == null ? 'max_tokens' : 'max_completion_tokens'
  const bound = { ...free, [field]: call.max_output }
  const said = maxTokens != null || maxCompletionTokens != null
  const [least, most] = [chat.messages.length, bytes + call.image_tokens + maxTemplateTokens]
  const question = (body: object): LlmRequest => ({ call: 'chat/completions', body: { ...body } })
  if (said || most + call.max_output <= call.context_length) return { question: question(bound), otherwise: undefined }
  if (least + call.max_output > call.context_length) return { question: question(free), otherwise: undefined }
  return { question: question(bound), otherwise: question(free) }
}
