import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { computeCallLeaseEnd, type OpenCall } from '#server/domains/llm/begin-call.service.ts'
import { callsRepo } from '#server/domains/llm/calls.repo.ts'
import type { TokenMeter } from '#server/domains/llm/usage.ts'

const checkIntervalMs = 10_000
const renewEveryMs = (limits.llmLeaseSeconds * 1000) / 3

/** Watches a running call: renews its lease, and aborts an upstream that is silent or exceeds the maximum duration. */
export class CallTimeouts {
  readonly #deps: Deps
  readonly #call: OpenCall
  readonly #upstream: AbortController
  readonly #ended = new AbortController()
  #waiting_since: number | undefined

  constructor(deps: Deps, call: OpenCall, upstream: AbortController) {
    this.#deps = deps
    this.#call = call
    this.#upstream = upstream
    this.#waiting_since = deps.clock.now().getTime()
  }

  /** Marks whether we are waiting for the upstream; a slow reader does not count as upstream silence. */
  waiting(is: boolean): void {
    this.#waiting_since = is ? this.#deps.clock.now().getTime() : undefined
  }

  end(): void {
    this.#ended.abort()
  }

  async keep(meter: TokenMeter): Promise<void> {
    const { clock, log } = this.#deps
    const { signal } = this.#ended
    let renewed = clock.now().getTime()
    while (!signal.aborted) {
      await clock.sleep(checkIntervalMs, signal)
      if (signal.aborted) return
      const now = clock.now().getTime()
      const silent = this.#waiting_since !== undefined && now - this.#waiting_since > limits.llmSilenceSeconds * 1000
      const endless = now - this.#call.started_at.getTime() > limits.llmCallMaxSeconds * 1000
      if (silent || endless) this.#upstream.abort()
      if (now - renewed < renewEveryMs) continue
      renewed = now
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = meter.use
      const seen = { seen_prompt: promptTokens, seen_completion: completionTokens }
      await callsRepo(this.#deps.database.kysely)
        .renew(this.#call.id, { lease_until: computeCallLeaseEnd(clock.now()), ...seen })
        .catch((error: unknown) => log.error({ err: error }, 'keeping a call failed'))
    }
  }
}
