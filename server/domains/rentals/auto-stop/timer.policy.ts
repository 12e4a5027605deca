import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { ahead, type Finding, type Sight, soon } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { beijingText } from '#server/domains/rentals/auto-stop/schedule.policy.ts'

/** Stops once at a moment. A moment that passed while the platform was down is made up for: the stop saves money. */
export function timerFinding(guard: Pick<GuardRow, 'stop_at' | 'told'>, sight: Sight): Finding {
  const at = guard.stop_at
  if (!at) return {}
  const why = `定时关机，设定的时间是 ${beijingText(at)}`
  if (at > sight.now) {
    const coming = ahead(guard, sight, { rule: 'timer', key: at.toISOString(), at, why })
    return sight.place === 'off' ? { look_at: at } : { ...coming, known: { at, rule: 'timer' } }
  }
  if (sight.place === 'between') return {}
  if (!sight.steady) return { look_at: soon(sight.now) }
  const changes = { stop_at: null }
  return sight.place === 'off' ? { changes } : { stop: { reason: 'scheduled', why }, changes }
}
