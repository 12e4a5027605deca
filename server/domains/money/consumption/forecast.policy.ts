import { day_ms } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** A package that its owner wants renewed when it ends. */
export interface Renewal {
  instance_id: string
  name: string
  at: Date
  amount_fen: bigint
  /** How long the renewed package lasts. */
  period_ms: number
}

export interface LastsUntil {
  until: Date | null
  reason: 'idle' | 'beyond' | 'balance' | 'renewal'
  renewals: (Omit<Renewal, 'period_ms'> & { covered: boolean })[]
}

const hour_ms = 3_600_000
const micro_per_fen = 10_000

/**
 * Until when money lasts that burns evenly and pays renewals as they come due, each again after its period. It ends where
 * the balance is used up, or at the first renewal it does not cover; beyond the horizon nothing is said (product §5).
 */
export function lastsUntil(available_fen: bigint, burn_micro: bigint, due: readonly Renewal[], now: Date): LastsUntil {
  const horizon = now.getTime() + limits.forecast_days * day_ms
  const coming = due.flatMap((renewal) => {
    const each: Renewal[] = []
    for (let at = renewal.at.getTime(); at <= horizon; at += renewal.period_ms) each.push({ ...renewal, at: new Date(at) })
    return each
  })
  coming.sort((a, b) => a.at.getTime() - b.at.getTime())
  const ms_per_fen = burn_micro > 0n ? (hour_ms * micro_per_fen) / Number(burn_micro) : Number.POSITIVE_INFINITY
  let left_fen = Number(available_fen)
  let at = now.getTime()
  const renewals: LastsUntil['renewals'] = []
  for (const { period_ms: _, ...renewal } of coming) {
    const empty = at + Math.max(0, left_fen) * ms_per_fen
    if (empty < renewal.at.getTime()) return { until: new Date(Math.floor(empty)), reason: 'balance', renewals }
    left_fen -= (renewal.at.getTime() - at) / ms_per_fen
    at = Math.max(at, renewal.at.getTime())
    const covered = left_fen >= Number(renewal.amount_fen)
    renewals.push({ ...renewal, covered })
    if (!covered) return { until: renewal.at, reason: 'renewal', renewals }
    left_fen -= Number(renewal.amount_fen)
  }
  const empty = at + Math.max(0, left_fen) * ms_per_fen
  if (empty <= horizon) return { until: new Date(Math.floor(empty)), reason: 'balance', renewals }
  return { until: null, reason: burn_micro > 0n || coming.length > 0 ? 'beyond' : 'idle', renewals }
}
