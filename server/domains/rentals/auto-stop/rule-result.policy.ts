import { type StopReason, status_codes as s } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'

/** What an instance is at, as far as guards care; `between` passes by itself, and its next move wakes them. */
export type Place = 'running' | 'starting' | 'between' | 'off'

export function placeOf(status: number): Place {
  if (status === s.running) return 'running'
  if (status === s.starting) return 'starting'
  return status === s.shut_down || status === s.abnormal || status === s.releasing ? 'off' : 'between'
}

export interface Sight {
  now: Date
  /** Time has passed regularly: what goes by the date may act (decision 004). */
  steady: boolean
  place: Place
}

export type GuardRule = 'timer' | 'schedule' | 'spend' | 'idle'

/** What one rule finds when it looks at an instance. */
export interface Finding {
  stop?: { reason: StopReason; why: string }
  /** The owner should hear of this stop beforehand; once for each key. */
  tell?: { rule: GuardRule; key: string; at: Date; why: string }
  /** When the rule will stop it, where that is known. */
  known?: { at: Date; rule: 'timer' | 'schedule' | 'spend' }
  /** When to look again, if nothing moves. */
  look_at?: Date
  changes?: Partial<Pick<GuardRow, 'stop_at' | 'schedule_due_at' | 'schedule_action'>>
}

export const soon = (now: Date): Date => new Date(now.getTime() + 60_000)

const notice_ms = limits.stop_notice_seconds * 1000

export const toldOf = (guard: Pick<GuardRow, 'told'>): Partial<Record<GuardRule, string>> =>
  guard.told as Partial<Record<GuardRule, string>>

/** A stop that is still ahead: told of ten minutes before, then waited for. */
export function ahead(
  guard: Pick<GuardRow, 'told'>,
  { now, place }: Sight,
  stop: { rule: GuardRule; key: string; at: Date; why: string },
): Finding {
  const tell_at = new Date(stop.at.getTime() - notice_ms)
  if (now < tell_at) return { look_at: tell_at }
  if (toldOf(guard)[stop.rule] === stop.key || place !== 'running') return { look_at: stop.at }
  return { tell: stop, look_at: stop.at }
}

/** The earliest stop that any of them knows of. */
export const firstKnown = (findings: readonly Finding[]): Finding['known'] =>
  findings.flatMap((finding) => finding.known ?? []).sort((a, b) => a.at.getTime() - b.at.getTime())[0]
