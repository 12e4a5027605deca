import { createParser } from 'eventsource-parser'
import { playground_path } from '#contract/llm-wire.ts'
import { ApiError } from './api-error.ts'
import { apiUrl } from './api-host.ts'
import { presentToken, renewedAccess } from './credentials.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatRequest {
  model: string
  messages: readonly ChatMessage[]
  temperature?: number | undefined
  max_tokens?: number | undefined
}

/** What one answer took, as the upstream counts it; null when it did not say. */
export interface ChatUsage {
  prompt_tokens: number
  completion_tokens: number
  prompt_tokens_details?: { cached_tokens?: number } | null
}

interface Chunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null }[]
  usage?: ChatUsage | null
  error?: { message?: string; code?: string | null }
}

const refusal = (status: number, { message, code }: { message?: string; code?: string | null } = {}): ApiError =>
  new ApiError({ code: code ?? String(status), status, message: message ?? '大模型接口没有回应，请稍后再试' })

async function ask(request: ChatRequest, access: string | undefined, signal: AbortSignal): Promise<Response> {
  return fetch(apiUrl(playground_path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `Bearer ${access}` }) },
    body: JSON.stringify({ ...request, stream: true, stream_options: { include_usage: true } }),
    signal,
  })
}

/**
 * Streams one answer of a model as the signed-in user, each piece as it comes. Resolves to why it ended and what it took;
 * rejects with `ApiError`, or with the abort of `signal`. A 401 refreshes the session once, as every call does.
 */
export async function streamChat(
  request: ChatRequest,
  { signal, onText }: { signal: AbortSignal; onText: (piece: string) => void },
): Promise<{ finish_reason: string | null; usage: ChatUsage | null }> {
  const carried = presentToken()
  let response = await ask(request, carried?.access, signal)
  if (response.status === 401) {
    void response.body?.cancel()
    response = await ask(request, await renewedAccess(carried), signal)
  }
  if (!response.ok || !response.body) {
    const body = (await response.json().catch(() => undefined)) as Pick<Chunk, 'error'> | undefined
    throw refusal(response.status, body?.error)
  }
  let [finish_reason, usage, broken]: [string | null, ChatUsage | null, ApiError | undefined] = [null, null, undefined]
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return
      const chunk = JSON.parse(data) as Chunk
      if (chunk.error) broken = refusal(response.status, chunk.error)
      const choice = chunk.choices?.[0]
      if (choice?.delta?.content) onText(choice.delta.content)
      finish_reason = choice?.finish_reason ?? finish_reason
      usage = chunk.usage ?? usage
    },
  })
  const [reader, decoder] = [response.body.getReader(), new TextDecoder()]
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    parser.feed(decoder.decode(piece.value, { stream: true }))
  }
  if (broken) throw broken
  return { finish_reason, usage }
}
