import type { ChatRequest } from '#contract/llm-wire.ts'
import type { OpenCall } from '#server/domains/llm/begin-call.service.ts'
import { maxTemplateTokens } from '#server/domains/llm/reserve.policy.ts'
import type { LlmRequest } from '#server/ports/llm-upstream.ts'

interface ChatQuestions {
  question: LlmRequest
  otherwise: LlmRequest | undefined
}

/**
 * A chat as the upstream is asked: with its own name of the model, at most as much as is held, and always with counts. A caller
 * who left `max_tokens` out has not asked for more than the context has room for, and upstreams refuse that: where our bound may
 * not fit beside the prompt, the upstream is asked without it as well. What the context then leaves is less than the bound.
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
