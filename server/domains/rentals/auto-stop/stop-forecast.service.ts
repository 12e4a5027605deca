import type { Kysely } from 'kysely'
import { dayMs } from '#contract/day.ts'
import type { StopRule } from '#contract/guards.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { computeReleaseTime, type ReleaseCandidate } from '#server/domains/rentals/auto-release/auto-release.policy.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import type { Context } from '#server/http/context.ts'

export interface StopForecast {
  /** Earliest known stop of any rule. */
  next_stop: { at: Date; rule: StopRule } | null
  release_at: Date | null
}

type Subject = ReleaseCandidate & { id: string; expiry_policy: string }
const neverNotified = { release_since: null, release_day: 0, release_told_at: null }

export function computeStopForecast(row: Subject, guard: GuardRow | undefined): StopForecast {
  const { next_stop_at: nextStopAt = null, next_stop_rule: nextStopRule = null } = guard ?? {}
  // Expiry does not stop a package that is renewed or continues pay-as-you-go.
  const stopsAt = row.expiry_policy === 'stop' ? row.expire_at : null
  const expiry = stopsAt && { at: stopsAt, rule: 'expiry' as const }
  const known = nextStopAt && { at: nextStopAt, rule: nextStopRule as StopRule }
  return {
    next_stop: known && expiry ? (known.at < expiry.at ? known : expiry) : (known ?? expiry),
    release_at: computeReleaseTime(row, guard ?? neverNotified),
  }
}

/** Returns, by instance id, when instances will stop automatically and when stopped ones will be released. */
export async function getStopForecastsById(db: Kysely<DB>, rows: readonly Subject[]): Promise<Map<string, StopForecast>> {
  const guards = await guardsRepo(db).ofInstances(rows.map(({ id }) => id))
  const guardsById = new Map(guards.map((guard) => [guard.instance_id, guard]))
  return new Map(rows.map((row) => [row.id, computeStopForecast(row, guardsById.get(row.id))]))
}

/** More than anyone looks through. */
const releasesMax = 1_000

/** Lists the instances that will be released within a week, earliest first; of very many those that are kept longest. */
export async function listComingReleases({ deps, caller }: Context) {
  const now = deps.clock.now().getTime()
  const shownMs = limits.releaseShownDays * dayMs
  const since = new Date(now - limits.releaseDays * dayMs + shownMs)
  const rows = await guardsRepo(deps.database.kysely).keptSince(caller.user_id, since, releasesMax)
  return rows
    .map((row) => ({ ...row, release_at: computeReleaseTime(row, { ...row, release_day: row.release_day ?? 0 })! }))
    .filter(({ release_at: releaseAt }) => releaseAt.getTime() - now <= shownMs)
    .sort((a, b) => a.release_at.getTime() - b.release_at.getTime())
    .map(({ id, nick_name: nickName, release_at: releaseAt }) => ({
      id,
      nick_name: nickName,
      release_at: releaseAt.toISOString(),
    }))
}
