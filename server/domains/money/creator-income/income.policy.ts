import { computeCreatorIncome, computeUseEarnings } from '#contract/image-income.ts'
import { microSecondsPerFen } from '#contract/money.ts'
import type { EarnedRow } from '#server/domains/money/creator-income/statements.repo.ts'

/** Computes what one use earns; a metered use earns at most what was paid, as its last seconds are not yet a full fen. */
export function computeEarnedMicro(use: Parameters<typeof computeUseEarnings>[0] & { segment_id: bigint | null }): bigint {
  const [earned, paid] = [computeUseEarnings(use), use.cash_fen * microSecondsPerFen]
  return use.segment_id !== null && paid < earned ? paid : earned
}

/** Sums uses by consumer and version, the groups in which income is rounded (docs/decisions/043). */
function sumIncomeByConsumer(rows: readonly EarnedRow[]): EarnedRow[] {
  const sums = new Map<string, EarnedRow>()
  for (const row of rows) {
    const key = `${row.version_id}:${row.consumer_id}`
    const sum = sums.get(key)
    sums.set(key, { ...row, seconds: row.seconds + (sum?.seconds ?? 0n), earned: row.earned + (sum?.earned ?? 0n) })
  }
  return [...sums.values()]
}

export interface VersionIncomeSum {
  version_id: string
  price_micro: bigint
  consumers: number
  seconds: bigint
  amount_fen: bigint
}

/** Sums the income by version, highest first. */
export function sumIncomeByVersion(rows: readonly EarnedRow[]): VersionIncomeSum[] {
  const sums = new Map<string, VersionIncomeSum>()
  for (const { version_id: versionId, price_micro: priceMicro, seconds, earned } of sumIncomeByConsumer(rows)) {
    const sum = sums.get(versionId) ?? {
      version_id: versionId,
      price_micro: priceMicro,
      consumers: 0,
      seconds: 0n,
      amount_fen: 0n,
    }
    sums.set(versionId, {
      ...sum,
      consumers: sum.consumers + 1,
      seconds: sum.seconds + seconds,
      amount_fen: sum.amount_fen + computeCreatorIncome(earned),
    })
  }
  return [...sums.values()].sort((a, b) => Number(b.amount_fen - a.amount_fen) || a.version_id.localeCompare(b.version_id))
}

export const sumVersionIncome = (sums: readonly VersionIncomeSum[]): bigint =>
  sums.reduce((total, { amount_fen: amountFen }) => total + amountFen, 0n)

/** Computes the extra whole fen earned when `more` joins the month's `before`: rounded down once, over the total. */
export function computeAddedIncomeFen(before: readonly EarnedRow[], more: readonly EarnedRow[]): bigint {
  const sum = (rows: readonly EarnedRow[]) =>
    sumIncomeByConsumer(rows).reduce((total, { earned }) => total + computeCreatorIncome(earned), 0n)
  return sum([...before, ...more]) - sum(before)
}

/** Computes the income in whole fen if all amounts owed on statements were paid. */
export function computeOwedIncomeFen(due: readonly (EarnedRow & { statement_id: string; owed: boolean })[]): bigint {
  const fenOf = (id: string): bigint => {
    const rows = due.filter(({ statement_id: statementId }) => statementId === id)
    return computeAddedIncomeFen(
      rows.filter(({ owed }) => !owed),
      rows.filter(({ owed }) => owed),
    )
  }
  return [...new Set(due.map(({ statement_id: statementId }) => statementId))].reduce((sum, id) => sum + fenOf(id), 0n)
}
