import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { callsRepo } from '#server/domains/llm/calls.repo.ts'
import { settleCall } from '#server/domains/llm/settle-call.service.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'

const chunk = 200

/**
 * Ends the calls of dead nodes: charges the last reported usage as an estimate, nothing if no answer had begun, and releases the
 * reservation.
 */
export async function endLostCalls(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const lost = await callsRepo(deps.database.kysely).lost(now, chunk)
  await forEachIsolated(
    lost,
    deps,
    'ending a lost call',
    ({ id, user_id: userId, started_at: startedAt, seen_prompt: seenPrompt, seen_completion: seenCompletion }) =>
      settleCall(
        deps,
        { id, user_id: userId },
        {
          state: 'error',
          http_status: 503,
          error_code: 'server_lost',
          use: { prompt_tokens: seenPrompt, cached_tokens: 0, completion_tokens: seenCompletion },
          estimated: seenPrompt > 0,
          first_byte_ms: null,
          total_ms: Math.min(Math.max(0, now.getTime() - startedAt.getTime()), limits.llmCallMaxSeconds * 1000),
        },
      ),
  )
}
