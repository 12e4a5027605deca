import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { leaseUntil, type OpenCall } from '#server/domains/llm/begin-call.service.ts'
import { callsRepo } from '#server/domains/llm/calls.repo.ts'
import type { Meter } from '#server/domains/llm/usage.ts'

const look_every_ms = 10_000
const renew_every_ms = (limits.llm_lease_seconds * 1000) / 3

/** Looks after a call while it lasts: keeps its lease, and gives up on an upstream that is silent or goes on for ever. */
export class Watch {
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

  /** The upstream is being waited for, or it is not its turn: a slow reader is none of its faults. */
  waiting(is: boolean): void {
    this.#waiting_since = is ? this.#deps.clock.now().getTime() : undefined
  }

  end(): void {
    this.#ended.abort()
  }

  async keep(meter: Meter): Promise<void> {
    const { clock, log } = this.#deps
    const { signal } = this.#ended
    let renewed = clock.now().getTime()
    while (!signal.aborted) {
      await clock.sleep(look_every_ms, signal)
      if (signal.aborted) return
      const now = clock.now().getTime()
      const silent = this.#waiting_since !== undefined && now - this.#waiting_since > limits.llm_silence_seconds * 1000
      const endless = now - this.#call.started_at.getTime() > limits.llm_call_max_seconds * 1000
      if (silent || endless) this.#upstream.abort()
      if (now - renewed < renew_every_ms) continue
      renewed = now
      const { prompt_tokens, completion_tokens } = meter.use
      const seen = { seen_prompt: prompt_tokens, seen_completion: completion_tokens }
      await callsRepo(this.#deps.database.kysely)
        .renew(this.#call.id, { lease_until: leaseUntil(clock.now()), ...seen })
        .catch((error: unknown) => log.error({ err: error }, 'keeping a call failed'))
    }
  }
}
