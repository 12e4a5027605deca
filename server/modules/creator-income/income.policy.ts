import { incomeFen } from '#contract/image-income.ts'
import type { EarnedRow } from '#server/modules/creator-income/statements.repo.ts'

/** Stretches of use summed as income is rounded: once for a consumer and a version (docs/decisions/043). */
export function incomeByConsumer(rows: readonly EarnedRow[]): EarnedRow[] {
  const sums = new Map<string, EarnedRow>()
  for (const row of rows) {
    const key = `${row.version_id}:${row.consumer_id}`
    const sum = sums.get(key)
    sums.set(key, { ...row, seconds: row.seconds + (sum?.seconds ?? 0n), earned: row.earned + (sum?.earned ?? 0n) })
  }
  return [...sums.values()]
}

export interface VersionSum {
  version_id: string
  price_micro: bigint
  consumers: number
  seconds: bigint
  amount_fen: bigint
}

/** What each version has earned, the best first. */
export function incomeByVersion(rows: readonly EarnedRow[]): VersionSum[] {
  const sums = new Map<string, VersionSum>()
  for (const { version_id, price_micro, seconds, earned } of incomeByConsumer(rows)) {
    const sum = sums.get(version_id) ?? { version_id, price_micro, consumers: 0, seconds: 0n, amount_fen: 0n }
    sums.set(version_id, {
      ...sum,
      consumers: sum.consumers + 1,
      seconds: sum.seconds + seconds,
      amount_fen: sum.amount_fen + incomeFen(earned),
    })
  }
  return [...sums.values()].sort((a, b) => Number(b.amount_fen - a.amount_fen) || a.version_id.localeCompare(b.version_id))
}

export const totalOf = (sums: readonly VersionSum[]): bigint => sums.reduce((total, { amount_fen }) => total + amount_fen, 0n)
