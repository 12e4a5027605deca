import { setImmediate } from 'node:timers/promises'
import { findChatRefusal, findEmbeddingRefusal } from '#server/adapters/llm-upstream.sandbox/refusals.ts'
import {
  buildChatReply,
  computeEmbeddings,
  echoModel,
  embeddingModel,
  type SandboxChatReply,
  type SandboxChatRequest,
} from '#server/adapters/llm-upstream.sandbox/replies.ts'
import type { Clock } from '#server/ports/clock.ts'
import { type LlmAnswer, LlmUnreachable, type LlmUpstream } from '#server/ports/llm-upstream.ts'

/** Faults to inject in tests; an absent field means no fault. */
interface LlmFaults {
  /** Answers with this status and an error body like OpenAI's. */
  status?: number
  /** The upstream is unreachable. */
  unreachable?: boolean
  /** Aborts the response after this many pieces, without usage. */
  cut_after?: number
  /** Leaves out the usage. */
  no_usage?: boolean
  /** Hangs after this many pieces until the call is aborted. */
  silent_after?: number
}

export interface SandboxLlm extends LlmUpstream {
  faults: LlmFaults
  /** Number of responses that were read to the end. */
  finished(): number
}

const encoder = new TextEncoder()

/**
 * Echoes the input, with token counts by the rule of contract/llm-tokens.ts; sends pieces `piece_ms` apart by the clock. The
 * same request always gets the same response.
 */
export function createSandboxLlm(clock: Clock, { piece_ms: pieceMs = 25 }: { piece_ms?: number } = {}): SandboxLlm {
  const faults: LlmFaults = {}
  let finished = 0

  const pause = async (signal: AbortSignal) => {
    if (pieceMs > 0) await clock.sleep(pieceMs, signal)
    else await setImmediate()
    if (signal.aborted) throw new LlmUnreachable('timeout')
  }
  const silence = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const end = () => reject(new LlmUnreachable('timeout'))
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })

  async function* streamed(head: object, reply: SandboxChatReply, choices: number, withUsage: boolean, signal: AbortSignal) {
    const event = (choices: unknown[], more: object = {}) =>
      encoder.encode(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`)
    const deltas = (delta: object, finishReason: string | null = null) =>
      Array.from({ length: choices }, (_, index) => event([{ index, delta, finish_reason: finishReason }]))
    const said = [
      ...reply.pieces.map((content) => ({ content })),
      ...reply.tool_calls.map((call, index) => ({ tool_calls: [{ index, ...call }] })),
    ]
    yield* deltas({ role: 'assistant', content: '' })
    for (const [nth, content] of said.entries()) {
      if (faults.cut_after === nth) throw new LlmUnreachable('unreachable')
      if (faults.silent_after === nth) await silence(signal)
      await pause(signal)
      yield* deltas(content)
    }
    yield* deltas({}, reply.finish_reason)
    if (withUsage && !faults.no_usage) yield event([], { usage: reply.usage })
    yield encoder.encode('data: [DONE]\n\n')
    finished += 1
  }

  async function* whole(body: object, pauses: number, signal: AbortSignal) {
    for (let nth = 0; nth < pauses; nth += 1) await pause(signal)
    if (faults.cut_after !== undefined) throw new LlmUnreachable('unreachable')
    if (faults.silent_after !== undefined) await silence(signal)
    yield encoder.encode(JSON.stringify(body))
    finished += 1
  }

  function chat(body: Readonly<Record<string, unknown>>, signal: AbortSignal): LlmAnswer {
    const request = body as unknown as SandboxChatRequest
    const reply = buildChatReply(request)
    const head = { id: 'chatcmpl-sandbox', created: Math.floor(clock.now().getTime() / 1000), model: request.model }
    if (body.stream) {
      const withUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true
      return { status: 200, body: streamed(head, reply, request.n ?? 1, withUsage, signal) }
    }
    const { pieces, tool_calls: toolCalls, finish_reason: finishReason, usage } = reply
    const message = {
      role: 'assistant',
      content: toolCalls.length > 0 ? null : pieces.join(''),
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    }
    const choices = Array.from({ length: request.n ?? 1 }, (_, index) => ({ index, message, finish_reason: finishReason }))
    const answer = { ...head, object: 'chat.completion', choices }
    return { status: 200, body: whole({ ...answer, ...(!faults.no_usage && { usage }) }, pieces.length, signal) }
  }

  function embed(body: Readonly<Record<string, unknown>>, signal: AbortSignal): LlmAnswer {
    const { vectors, prompt_tokens: promptTokens } = computeEmbeddings(body.input, body.dimensions as number | undefined)
    const asBase64 = body.encoding_format === 'base64'
    const data = vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: asBase64 ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector,
    }))
    const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens }
    return {
      status: 200,
      body: whole({ object: 'list', model: body.model, data, ...(!faults.no_usage && { usage }) }, 1, signal),
    }
  }

  return {
    sandbox: true,
    takes_image_addresses: true,
    faults,
    finished: () => finished,
    ask: async ({ call, body }, signal) => {
      if (faults.unreachable) throw new LlmUnreachable('unreachable')
      const { status } = faults
      if (status !== undefined) {
        const error = { message: 'sandbox fault', type: 'sandbox', param: null, code: null }
        return { status, body: whole({ error }, 0, signal) }
      }
      if (body.model !== (call === 'embeddings' ? embeddingModel : echoModel)) {
        const error = {
          message: `no model ${body.model}`,
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        }
        return { status: 404, body: whole({ error }, 0, signal) }
      }
      const refusal = call === 'embeddings' ? findEmbeddingRefusal(body) : findChatRefusal(body as unknown as SandboxChatRequest)
      if (refusal) return { status: 400, body: whole({ error: refusal }, 0, signal) }
      return call === 'embeddings' ? embed(body, signal) : chat(body, signal)
    },
    models: async () => {
      if (faults.unreachable) throw new LlmUnreachable('unreachable')
      return [echoModel, embeddingModel]
    },
  }
}
