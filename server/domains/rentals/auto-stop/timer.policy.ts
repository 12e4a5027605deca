import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import {
  addMinute,
  buildComingStop,
  type RuleContext,
  type RuleResult,
} from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'

/** Stops once at a given time. A stop missed during a platform outage is made up for, because it saves money. */
export function evaluateTimer(guard: Pick<GuardRow, 'stop_at' | 'told'>, sight: RuleContext): RuleResult {
  const at = guard.stop_at
  if (!at) return {}
  const why = `定时关机，设定的时间是 ${formatBeijingMinute(at)}`
  if (at > sight.now) {
    const coming = buildComingStop(guard, sight, { rule: 'timer', key: at.toISOString(), at, why })
    return sight.place === 'off' ? { look_at: at } : { ...coming, known: { at, rule: 'timer' } }
  }
  if (sight.place === 'between') return {}
  if (!sight.steady) return { look_at: addMinute(sight.now) }
  const changes = { stop_at: null }
  return sight.place === 'off' ? { changes } : { stop: { reason: 'scheduled', why }, changes }
}
