import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { sessionsRepo } from '#server/http/sessions.repo.ts'
import { Refusal } from '#server/refusal.ts'

/** Refuses `step_up_required` unless the person at this session has proved a short while ago that it is him (quality S15). */
export async function requireStepUp({ database, clock }: Pick<Deps, 'database' | 'clock'>, session_id: string): Promise<void> {
  const at = await sessionsRepo(database.kysely).steppedUpAt(session_id)
  const age_ms = at ? clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY
  if (age_ms < 0 || age_ms > limits.step_up_seconds * 1000) throw new Refusal('step_up_required')
}
