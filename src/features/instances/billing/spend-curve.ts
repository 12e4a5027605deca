import { parseYuanToFen } from '#contract/money.ts'
import type { MeteredSegment } from './use-segments.ts'

const points = 48
const dayMs = 86_400_000
/** The curve begins this long ago at the latest. */
const longestMs = 30 * dayMs

export interface SpendCurve {
  /** Epoch ms. */
  from: number
  /** What had been spent, in fen, at equal distances from `from` until now. */
  values: number[]
}

/** Part of a run that lies before a moment, from 0 to 1. */
function computePartUntil({ started_at: startedAt, ended_at: endedAt }: MeteredSegment, at: number, now: number): number {
  const from = Date.parse(startedAt)
  const to = Math.max(endedAt ? Date.parse(endedAt) : now, from + 1)
  return Math.min(1, Math.max(0, (at - from) / (to - from)))
}

/**
 * Computes what an instance had cost at each moment, from its newest runs. `cost` is all of it until now in yuan; what these runs
 * do not explain was spent before them. Undefined if there is no run in the last 30 days.
 */
export function computeSpendCurve(segments: readonly MeteredSegment[], cost: string, now: number): SpendCurve | undefined {
  const recent = segments.filter(({ ended_at: endedAt }) => !endedAt || now - Date.parse(endedAt) < longestMs)
  if (recent.length === 0) return undefined
  const runs = recent.map((segment) => ({ segment, fen: Number(parseYuanToFen(segment.amount)) }))
  const before = Number(parseYuanToFen(cost)) - runs.reduce((sum, { fen }) => sum + fen, 0)
  const from = Math.max(now - longestMs, Math.min(...recent.map(({ started_at: startedAt }) => Date.parse(startedAt))))
  const values = Array.from({ length: points }, (_, index) => {
    const at = from + ((now - from) * index) / (points - 1)
    return before + runs.reduce((sum, { segment, fen }) => sum + fen * computePartUntil(segment, at, now), 0)
  })
  return { from, values }
}
