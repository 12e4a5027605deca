import { dayMs } from '#contract/day.ts'
import type { StopRule } from '#contract/guards.ts'
import { limits } from '#contract/limits.ts'
import { computeReleaseTime, type ReleaseCandidate } from '#server/domains/rentals/auto-release/auto-release.policy.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import type { Context } from '#server/http/context.ts'

export interface StopForecast {
  /** Earliest known stop of any rule. */
  next_stop: { at: Date; rule: StopRule } | null
  release_at: Date | null
}

type Subject = ReleaseCandidate & { expiry_policy: string }
/** What a guard says of the next stop and of the release. */
type GuardForecast = Pick<GuardRow, 'next_stop_at' | 'next_stop_rule' | 'release_since' | 'release_day' | 'release_told_at'>
const neverNotified = { release_since: null, release_day: 0, release_told_at: null }

export function computeStopForecast(row: Subject, guard: GuardForecast | undefined): StopForecast {
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
