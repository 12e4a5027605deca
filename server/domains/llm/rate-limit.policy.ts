import { limits } from '#contract/limits.ts'

const windowMs = 60_000

/** Calls that began within the last minute. */
export interface RecentCallStarts {
  begun: number
  oldest: Date | null
  newest: Date | null
}

const formatDuration = (seconds: number): string =>
  seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`

/**
 * Builds OpenAI's rate-limit headers for the request limit of `/v1`, counting the call that is about to begin. Limits that do not
 * exist here (such as tokens) get no header. `retry_after` is in seconds and set only if the call must be refused.
 */
export function buildRateLimitHeaders({ begun, oldest, newest }: RecentCallStarts, now: Date) {
  const limit = limits.llmRequestsPerMinute
  const secondsUntilForgotten = (at: Date) => Math.max(1, Math.ceil((at.getTime() + windowMs - now.getTime()) / 1000))
  const refused = begun >= limit
  const reset = secondsUntilForgotten((refused ? newest : null) ?? now)
  return {
    retry_after: refused ? secondsUntilForgotten(oldest ?? now) : undefined,
    headers: {
      'x-ratelimit-limit-requests': String(limit),
      'x-ratelimit-remaining-requests': String(Math.max(0, limit - begun - 1)),
      'x-ratelimit-reset-requests': formatDuration(reset),
    },
  }
}
