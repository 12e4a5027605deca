import { earnedBy, incomeFen } from '#contract/image-income.ts'
import { micro_seconds_per_fen } from '#contract/money.ts'
import type { EarnedRow } from '#server/domains/money/creator-income/statements.repo.ts'

/** Earned by a stretch; a metered one never more than was paid for it, its last seconds being no fen yet. */
export function earnedIn(use: Parameters<typeof earnedBy>[0] & { segment_id: bigint | null }): bigint {
  const [earned, paid] = [earnedBy(use), use.cash_fen * micro_seconds_per_fen]
  return use.segment_id !== null && paid < earned ? paid : earned
}

/** Stretches of use summed as income is rounded: once for a consumer and a version (docs/decisions/043). */
function incomeByConsumer(rows: readonly EarnedRow[]): EarnedRow[] {
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

/** What more is earned, in whole fen, when those rows join what a month has brought already: rounded down once, over all. */
export function moreFen(before: readonly EarnedRow[], more: readonly EarnedRow[]): bigint {
  const sum = (rows: readonly EarnedRow[]) => incomeByConsumer(rows).reduce((total, { earned }) => total + incomeFen(earned), 0n)
  return sum([...before, ...more]) - sum(before)
}

/** What would come when everything that is owed of statements were paid, in whole fen. */
export function owedFen(due: readonly (EarnedRow & { statement_id: string; owed: boolean })[]): bigint {
  const fenOf = (id: string): bigint => {
    const rows = due.filter(({ statement_id }) => statement_id === id)
    return moreFen(
      rows.filter(({ owed }) => !owed),
      rows.filter(({ owed }) => owed),
    )
  }
  return [...new Set(due.map(({ statement_id }) => statement_id))].reduce((sum, id) => sum + fenOf(id), 0n)
}
