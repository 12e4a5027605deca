import type { Kysely } from 'kysely'
import type { StopRule } from '#contract/guards.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { type Kept, releaseAt } from '#server/domains/rentals/auto-release/auto-release.policy.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import type { Context } from '#server/http/context.ts'

export interface Outlook {
  /** The earliest known stop, of whatever rule. */
  next_stop: { at: Date; rule: StopRule } | null
  release_at: Date | null
}

type Subject = Kept & { id: string; expiry_policy: string }
const untold = { release_since: null, release_day: 0, release_told_at: null }

export function outlookOf(row: Subject, guard: GuardRow | undefined): Outlook {
  const { next_stop_at = null, next_stop_rule = null } = guard ?? {}
  // One that is renewed, or goes on by the hour, is not stopped by its expiry.
  const stops = row.expiry_policy === 'stop' && row.expire_at
  const expiry = stops ? { at: stops, rule: 'expiry' as const } : null
  const known = next_stop_at && { at: next_stop_at, rule: next_stop_rule as StopRule }
  return {
    next_stop: known && expiry ? (known.at < expiry.at ? known : expiry) : (known ?? expiry),
    release_at: releaseAt(row, guard ?? untold),
  }
}

/** When instances will stop by themselves, and when those that are stopped will be released, by instance id. */
export async function outlooksOf(db: Kysely<DB>, rows: readonly Subject[]): Promise<Map<string, Outlook>> {
  const guards = await guardsRepo(db).ofInstances(rows.map(({ id }) => id))
  const of = new Map(guards.map((guard) => [guard.instance_id, guard]))
  return new Map(rows.map((row) => [row.id, outlookOf(row, of.get(row.id))]))
}

const day_ms = 86_400_000

/** What will be released within a week, the earliest first. */
export async function releasesOf({ deps, caller }: Context) {
  const now = deps.clock.now().getTime()
  const shown_ms = limits.release_shown_days * day_ms
  const statuses = [status_codes.shut_down, status_codes.abnormal]
  const since = new Date(now - limits.release_days * day_ms + shown_ms)
  const rows = await guardsRepo(deps.database.kysely).keptSince(caller.user_id, statuses, since)
  return rows
    .map((row) => ({ ...row, release_at: releaseAt(row, { ...row, release_day: row.release_day ?? 0 })! }))
    .filter(({ release_at }) => release_at.getTime() - now <= shown_ms)
    .sort((a, b) => a.release_at.getTime() - b.release_at.getTime())
    .map(({ id, nick_name, release_at }) => ({ id, nick_name, release_at: release_at.toISOString() }))
}
