import type { Deps } from '#server/deps.ts'
import type { OpenCall } from '#server/domains/llm/begin-call.service.ts'
import { CallTimeouts } from '#server/domains/llm/call-timeouts.ts'
import type { CallsInProgress } from '#server/domains/llm/calls-in-progress.ts'
import { OpenaiError } from '#server/domains/llm/openai-error.ts'
import { type CallOutcome, settleCall } from '#server/domains/llm/settle-call.service.ts'
import { StreamRelay } from '#server/domains/llm/stream-relay.ts'
import { isBadRequest, toUpstreamError } from '#server/domains/llm/upstream-failure.ts'
import { extractAnswerText, TokenMeter } from '#server/domains/llm/usage.ts'
import { type LlmAnswer, type LlmRequest, LlmUnreachable, type LlmUpstream } from '#server/ports/llm-upstream.ts'

/** Destination of the answer. No method throws: writes to a caller that has disconnected are dropped. */
export interface AnswerWriter {
  /** Aborts when the caller disconnects before the end. */
  readonly left: AbortSignal
  begin(type: 'json' | 'stream'): void
  /** Returns undefined if the buffer has room; otherwise resolves when it drains or the caller has disconnected. */
  write(bytes: string | Uint8Array): Promise<void> | undefined
  end(): void
}

export interface CallToServe {
  call: OpenCall
  question: LlmRequest
  /** Fallback request, sent once if the upstream rejects `question` as a bad request. */
  otherwise?: LlmRequest | undefined
  /** Set if the answer is streamed; `with_usage` if the caller wants the token counts. */
  stream: { with_usage: boolean } | undefined
  /** Counts the prompt tokens by the documented rule. */
  prompt_tokens: () => number
  outlet: AnswerWriter
}

const answerMaxBytes = 64 * 1_048_576
const refusalMaxBytes = 65_536
const clientLeftStatus = 499
const maxSettleAttempts = 3

/**
 * Calls the upstream, relays its answer and settles the call in every case. If the caller disconnects, the upstream request is
 * aborted and the delivered part is charged (docs/decisions/066). Throws `OpenaiError` if nothing has been sent yet.
 */
export function serveCall(deps: Deps, underWay: CallsInProgress, conversation: CallToServe): Promise<void> {
  const controller = new AbortController()
  return underWay.track(controller, async () => {
    const served = new CallRun(deps, underWay, controller, conversation)
    const failure = await served.run()
    await settleWithRetries(deps, conversation.call, served.ending(failure))
    if (failure && !served.begun) throw failure
  })
}

/** Retries the settlement; if it still fails, the lease expires and `endLostCalls` ends the call. */
async function settleWithRetries(deps: Deps, call: OpenCall, ending: CallOutcome): Promise<void> {
  for (let left = maxSettleAttempts; left > 0; left -= 1) {
    try {
      if (await settleCall(deps, call, ending)) deps.figures.endModelCall(call.model_id, ending.state)
      return
    } catch (error) {
      deps.log.error({ err: error, call: call.id }, 'settling a call failed')
      if (left > 1) await deps.clock.sleep(1_000)
    }
  }
}

class CallRun {
  readonly #deps: Deps
  readonly #under_way: CallsInProgress
  readonly #controller: AbortController
  readonly #conversation: CallToServe
  readonly #meter: TokenMeter
  readonly #watch: CallTimeouts
  readonly #over: Promise<void>
  #first_byte_ms: number | null = null
  begun = false

  constructor(deps: Deps, underWay: CallsInProgress, controller: AbortController, conversation: CallToServe) {
    this.#deps = deps
    this.#under_way = underWay
    this.#controller = controller
    this.#conversation = conversation
    this.#meter = new TokenMeter(conversation.prompt_tokens)
    this.#watch = new CallTimeouts(deps, conversation.call, controller)
    conversation.outlet.left.addEventListener('abort', () => controller.abort(), { once: true })
    this.#over = new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  /** Returns the failure, if any. */
  async run(): Promise<OpenaiError | undefined> {
    const kept = this.#watch.keep(this.#meter)
    try {
      await this.#converse()
      return undefined
    } catch (error) {
      if (this.#conversation.outlet.left.aborted) return undefined
      const failure = this.#failureOf(error)
      if (this.begun) {
        await this.#conversation.outlet.write(`data: ${JSON.stringify(failure.body)}\n\n`)
        this.#conversation.outlet.end()
      }
      return failure
    } finally {
      this.#controller.abort()
      this.#watch.end()
      await kept
    }
  }

  ending(failure: OpenaiError | undefined): CallOutcome {
    const { use, estimated } = this.#meter
    const gone = this.#conversation.outlet.left.aborted
    const state = failure ? 'error' : gone ? 'aborted' : 'ok'
    const httpStatus = failure && !this.begun ? failure.status : gone ? clientLeftStatus : 200
    const totalMs = this.#elapsed()
    return {
      state,
      http_status: httpStatus,
      error_code: failure?.code ?? null,
      use,
      estimated,
      first_byte_ms: this.#first_byte_ms,
      total_ms: totalMs,
    }
  }

  #elapsed(): number {
    return Math.max(0, this.#deps.clock.now().getTime() - this.#conversation.call.started_at.getTime())
  }

  #failureOf(error: unknown): OpenaiError {
    if (error instanceof OpenaiError) return error
    if (this.#under_way.closing) return new OpenaiError('server_shutdown')
    if (this.#controller.signal.aborted) return new OpenaiError('upstream_timeout')
    if (!(error instanceof LlmUnreachable) && !(error instanceof TypeError))
      this.#deps.log.error({ err: error }, 'a call of a large model failed')
    return new OpenaiError(error instanceof LlmUnreachable && error.kind === 'timeout' ? 'upstream_timeout' : 'upstream_error')
  }

  async #converse(): Promise<void> {
    const { call, stream, outlet } = this.#conversation
    // The caller left before the upstream was called: no usage.
    if (outlet.left.aborted) return
    const { llm } = this.#deps
    if (!llm) throw new OpenaiError('not_offered')
    const { status, body } = await this.#ask(llm)
    if (status < 200 || status >= 300)
      throw toUpstreamError(status, (await this.#whole(body, refusalMaxBytes)).toString('utf8'), call)
    if (stream) await this.#relay(body, stream.with_usage)
    else await this.#answer(body)
  }

  async #ask(llm: LlmUpstream): Promise<LlmAnswer> {
    const { question, otherwise } = this.#conversation
    const { signal } = this.#controller
    const answer = await llm.ask(question, signal)
    if (!otherwise || !isBadRequest(answer.status)) return answer
    await this.#whole(answer.body, refusalMaxBytes)
    this.#first_byte_ms = null
    this.#watch.waiting(true)
    return llm.ask(otherwise, signal)
  }

  /** Yields the chunks of an answer; only the time between two chunks counts as waiting for the upstream. */
  async *#chunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#watch.waiting(true)
    for await (const chunk of body) {
      this.#first_byte_ms ??= this.#elapsed()
      this.#watch.waiting(false)
      yield chunk
      this.#watch.waiting(true)
    }
  }

  async #whole(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of this.#chunks(body)) {
      bytes += chunk.length
      if (bytes > bytesMax) break
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  async #answer(body: AsyncIterable<Uint8Array>): Promise<void> {
    const { call, outlet } = this.#conversation
    const answer = parseAnswer(await this.#whole(body, answerMaxBytes))
    const { choices, usage } = answer
    this.#meter.add(extractAnswerText(choices), usage)
    this.begun = true
    outlet.begin('json')
    await outlet.write(JSON.stringify({ ...answer, model: call.model_id }))
    outlet.end()
  }

  /** Waits for a slow reader, but not beyond the maximum duration of the call. */
  #write(text: string): Promise<void> | undefined {
    const written = this.#conversation.outlet.write(text)
    return written && Promise.race([written, this.#over])
  }

  async #relay(body: AsyncIterable<Uint8Array>, withUsage: boolean): Promise<void> {
    const { call, outlet } = this.#conversation
    const tap = new StreamRelay(this.#meter, { model: call.model_id, with_usage: withUsage, choices: call.choices })
    for await (const chunk of this.#chunks(body)) {
      const { text, failed } = tap.feed(chunk)
      if (text && !this.begun) {
        this.begun = true
        outlet.begin('stream')
      }
      if (text) await this.#write(text)
      if (failed) throw new OpenaiError('upstream_error')
    }
    // Some upstreams never send `[DONE]`; a stream in which not every answer has ended either was cut off.
    if (!tap.done && !tap.complete) throw new OpenaiError('upstream_error')
    if (!tap.done) await this.#write('data: [DONE]\n\n')
    outlet.end()
  }
}

function parseAnswer(bytes: Buffer): { choices?: unknown; usage?: unknown } {
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {
    // Falls through: not a valid answer.
  }
  throw new OpenaiError('upstream_error')
}
