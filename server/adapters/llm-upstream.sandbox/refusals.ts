import { countInputTokens } from '#contract/llm-tokens.ts'
import {
  countSandboxPrompt,
  getMaxOutputTokens,
  listStops,
  maxDimensions,
  maxSandboxChoices,
  maxStops,
  type SandboxChatRequest,
  sandboxContextLength,
} from '#server/adapters/llm-upstream.sandbox/replies.ts'

interface WireError {
  message: string
  type: string
  param: string | null
  code: string | null
}

const buildRefusal = (message: string, param: string, code: string): WireError => ({
  message,
  type: 'invalid_request_error',
  param,
  code,
})

/** Returns the reason to refuse a chat request as an OpenAI error; undefined if it is accepted. */
export function findChatRefusal(request: SandboxChatRequest): WireError | undefined {
  if (listStops(request).length > maxStops)
    return buildRefusal(`Invalid 'stop': expected at most ${maxStops} sequences.`, 'stop', 'array_above_max_length')
  if ((request.n ?? 1) > maxSandboxChoices)
    return buildRefusal(`Invalid 'n': at most ${maxSandboxChoices}.`, 'n', 'integer_above_max_value')
  const prompt = countSandboxPrompt(request)
  const asked = prompt + (getMaxOutputTokens(request) ?? 1)
  if (asked <= sandboxContextLength) return undefined
  const message =
    `This model's maximum context length is ${sandboxContextLength} tokens. However, you requested ${asked} tokens ` +
    `(${prompt} in the messages, ${asked - prompt} in the completion). Please reduce the length of the messages or completion.`
  return buildRefusal(message, 'messages', 'context_length_exceeded')
}

/** Like `findChatRefusal`, for embeddings: the context limit applies to each text separately. */
export function findEmbeddingRefusal({ input, dimensions }: { input?: unknown; dimensions?: unknown }): WireError | undefined {
  if (typeof dimensions === 'number' && dimensions > maxDimensions)
    return buildRefusal(`Invalid 'dimensions': at most ${maxDimensions}.`, 'dimensions', 'integer_above_max_value')
  const texts: unknown[] = Array.isArray(input) && typeof input[0] !== 'number' ? input : [input]
  const longest = Math.max(...texts.map(countInputTokens))
  if (longest <= sandboxContextLength) return undefined
  const message = `This model's maximum context length is ${sandboxContextLength} tokens. However, you requested ${longest} tokens.`
  return buildRefusal(message, 'input', 'context_length_exceeded')
}
