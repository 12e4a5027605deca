import { createParser } from 'eventsource-parser'
import { limits } from '#contract/limits.ts'
import { playgroundPath } from '#contract/llm-wire.ts'
import { ApiError } from './api-error.ts'
import { toApiUrl } from './api-host.ts'
import { findCurrentToken, renewAccessToken } from './credentials.ts'
import { isPlatformUp } from './is-platform-up.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatStreamRequest {
  model: string
  messages: readonly ChatMessage[]
  temperature?: number | undefined
  max_tokens?: number | undefined
}

/** Token usage of one answer as reported by the upstream; null if not reported. */
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

const lookEveryMs = 5000
/** Silence after which the platform is probed; a model may think longer than this while the platform still responds. */
const suspectAfterMs = 15_000
/** Maximum silence; the server gives up on the model before this. */
const silenceMaxMs = (limits.llmSilenceSeconds + 30) * 1000

/** Aborts a silent connection if the platform does not respond either, or after `silenceMaxMs` (decision 063). */
function watchSilence(cut: () => void) {
  let heardAt = Date.now()
  const look = async () => {
    const since = heardAt
    const silentMs = Date.now() - since
    if (silentMs < suspectAfterMs) return
    if ((silentMs > silenceMaxMs || !(await isPlatformUp())) && heardAt === since) cut()
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  return {
    heard: () => {
      heardAt = Date.now()
    },
    end: () => clearInterval(timer),
  }
}

async function postChat(request: ChatStreamRequest, access: string | undefined, signal: AbortSignal): Promise<Response> {
  return fetch(toApiUrl(playgroundPath), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `Bearer ${access}` }) },
    body: JSON.stringify({ ...request, stream: true, stream_options: { include_usage: true } }),
    signal,
  })
}

interface ChatEnd {
  finish_reason: string | null
  usage: ChatUsage | null
}

/**
 * Streams one answer of a model as the signed-in user, piece by piece. Resolves to the finish reason and the usage; rejects
 * with `ApiError`, or with an abort by `signal` or because the connection went silent. A 401 refreshes the session once, as for
 * every call.
 */
export async function streamChat(
  request: ChatStreamRequest,
  { signal, onText }: { signal: AbortSignal; onText: (piece: string) => void },
): Promise<ChatEnd> {
  const line = new AbortController()
  const cut = () => line.abort()
  signal.addEventListener('abort', cut)
  const silence = watchSilence(cut)
  try {
    return await readAnswer(request, { signal: line.signal, onText, onHeard: silence.heard })
  } finally {
    silence.end()
    signal.removeEventListener('abort', cut)
  }
}

async function readAnswer(
  request: ChatStreamRequest,
  { signal, onText, onHeard }: { signal: AbortSignal; onText: (piece: string) => void; onHeard: () => void },
): Promise<ChatEnd> {
  const carried = findCurrentToken()
  let response = await postChat(request, carried?.access, signal)
  if (response.status === 401) {
    void response.body?.cancel()
    response = await postChat(request, await renewAccessToken(carried), signal)
  }
  if (!response.ok || !response.body) {
    const body = (await response.json().catch(() => undefined)) as Pick<Chunk, 'error'> | undefined
    throw refusal(response.status, body?.error)
  }
  let [finishReason, usage, broken]: [string | null, ChatUsage | null, ApiError | undefined] = [null, null, undefined]
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return
      const chunk = JSON.parse(data) as Chunk
      if (chunk.error) broken = refusal(response.status, chunk.error)
      const choice = chunk.choices?.[0]
      if (choice?.delta?.content) onText(choice.delta.content)
      finishReason = choice?.finish_reason ?? finishReason
      usage = chunk.usage ?? usage
    },
  })
  const [reader, decoder] = [response.body.getReader(), new TextDecoder()]
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    onHeard()
    parser.feed(decoder.decode(piece.value, { stream: true }))
  }
  signal.throwIfAborted()
  if (broken) throw broken
  return { finish_reason: finishReason, usage }
}
