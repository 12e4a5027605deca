import { countInput } from '#contract/llm-tokens.ts'
import {
  type ChatRequest,
  dimensions_max,
  outputWished,
  promptOf,
  sandbox_choices_max,
  sandbox_context_length,
  stops_max,
  stopsOf,
} from '#server/adapters/llm-upstream.sandbox/replies.ts'

interface WireError {
  message: string
  type: string
  param: string | null
  code: string | null
}

const refused = (message: string, param: string, code: string): WireError => ({
  message,
  type: 'invalid_request_error',
  param,
  code,
})

/** Why a chat is refused, in OpenAI's words; undefined when it is not. */
export function refusalOfChat(request: ChatRequest): WireError | undefined {
  if (stopsOf(request).length > stops_max)
    return refused(`Invalid 'stop': expected at most ${stops_max} sequences.`, 'stop', 'array_above_max_length')
  if ((request.n ?? 1) > sandbox_choices_max)
    return refused(`Invalid 'n': at most ${sandbox_choices_max}.`, 'n', 'integer_above_max_value')
  const prompt = promptOf(request)
  const asked = prompt + (outputWished(request) ?? 1)
  if (asked <= sandbox_context_length) return undefined
  const message =
    `This model's maximum context length is ${sandbox_context_length} tokens. However, you requested ${asked} tokens ` +
    `(${prompt} in the messages, ${asked - prompt} in the completion). Please reduce the length of the messages or completion.`
  return refused(message, 'messages', 'context_length_exceeded')
}

/** As of a chat, of embeddings: each text has the context for itself. */
export function refusalOfInput({ input, dimensions }: { input?: unknown; dimensions?: unknown }): WireError | undefined {
  if (typeof dimensions === 'number' && dimensions > dimensions_max)
    return refused(`Invalid 'dimensions': at most ${dimensions_max}.`, 'dimensions', 'integer_above_max_value')
  const texts: unknown[] = Array.isArray(input) && typeof input[0] !== 'number' ? input : [input]
  const longest = Math.max(...texts.map(countInput))
  if (longest <= sandbox_context_length) return undefined
  const message = `This model's maximum context length is ${sandbox_context_length} tokens. However, you requested ${longest} tokens.`
  return refused(message, 'input', 'context_length_exceeded')
}
