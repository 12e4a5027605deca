import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** A package with auto-renewal at its end. */
export interface ForecastRenewal {
  instance_id: string
  name: string
  at: Date
  amount_fen: bigint
  /** Duration of the renewed package. */
  period_ms: number
}

export interface BalanceForecast {
  until: Date | null
  reason: 'idle' | 'beyond' | 'balance' | 'renewal'
  renewals: (Omit<ForecastRenewal, 'period_ms'> & { covered: boolean })[]
}

const hourMs = 3_600_000
const microPerFen = 10_000

/**
 * Forecasts how long money lasts at an even burn, paying each renewal as it falls due and again after its period. Ends where the
 * balance runs out or at the first renewal it does not cover; makes no statement beyond the horizon (product §5).
 */
export function computeBalanceForecast(
  availableFen: bigint,
  burnMicro: bigint,
  due: readonly ForecastRenewal[],
  now: Date,
): BalanceForecast {
  const horizon = now.getTime() + limits.forecastDays * dayMs
  const coming = due.flatMap((renewal) => {
    const each: ForecastRenewal[] = []
    for (let at = renewal.at.getTime(); at <= horizon; at += renewal.period_ms) each.push({ ...renewal, at: new Date(at) })
    return each
  })
  coming.sort((a, b) => a.at.getTime() - b.at.getTime())
  const msPerFen = burnMicro > 0n ? (hourMs * microPerFen) / Number(burnMicro) : Number.POSITIVE_INFINITY
  let leftFen = Number(availableFen)
  let at = now.getTime()
  const renewals: BalanceForecast['renewals'] = []
  for (const { period_ms: _, ...renewal } of coming) {
    const empty = at + Math.max(0, leftFen) * msPerFen
    if (empty < renewal.at.getTime()) return { until: new Date(Math.floor(empty)), reason: 'balance', renewals }
    leftFen -= (renewal.at.getTime() - at) / msPerFen
    at = Math.max(at, renewal.at.getTime())
    const covered = leftFen >= Number(renewal.amount_fen)
    renewals.push({ ...renewal, covered })
    if (!covered) return { until: renewal.at, reason: 'renewal', renewals }
    leftFen -= Number(renewal.amount_fen)
  }
  const empty = at + Math.max(0, leftFen) * msPerFen
  if (empty <= horizon) return { until: new Date(Math.floor(empty)), reason: 'balance', renewals }
  return { until: null, reason: burnMicro > 0n || coming.length > 0 ? 'beyond' : 'idle', renewals }
}
