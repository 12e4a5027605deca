import type { Kysely } from 'kysely'
import { addDays, toDayStart } from '#contract/day.ts'
import { sumAmounts } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { listDailyCostsBySubject } from '#server/domains/money/consumption/consumption.service.ts'
import { computeSpanCost } from '#server/domains/rentals/what-if/package-cost.policy.ts'
import { listPackageSpans, type PackageSpan } from '#server/domains/rentals/what-if/package-spans.service.ts'
import type { Span } from '#server/domains/rentals/what-if/spans.policy.ts'

/** The last days of the calendar up to now. */
export interface SpendRange {
  days: readonly string[]
  now: Date
}

/** What a subject cost on one day; `subject` is an instance, `llm`, or null for all the rest. */
export interface SubjectCost {
  day: string
  subject: string | null
  name: string | null
  fen: bigint
}

/** Subjects before they are ranked: more than a month of anyone has. */
const subjectsMax = 10_000

export const listLastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count))

export const toDayRange = ({ days }: SpendRange) => ({ from: days[0]!, to: days.at(-1)! })

/** The part of a day that is over: what is still to come is not used yet. */
const toDayWindow = (day: string, now: Date): Span => ({
  from: toDayStart(day).getTime(),
  to: Math.min(toDayStart(addDays(day, 1)).getTime(), now.getTime()),
})

/** The days as one window up to now. */
export const toSpendWindow = ({ days, now }: SpendRange): Span => ({
  from: toDayStart(days[0]!).getTime(),
  to: now.getTime(),
})

/** Lists the packages in force or paid for in these days. */
export const listPackages = (db: Kysely<DB>, userId: string, range: SpendRange) =>
  listPackageSpans(db, userId, toSpendWindow(range))

/** Spreads packages over the days, by instance; the days of a package sum up to its price less refunds. */
export const spreadPackages = (packages: readonly PackageSpan[], { days, now }: SpendRange): SubjectCost[] =>
  packages.flatMap((span) =>
    days
      .map((day) => ({
        day,
        subject: span.instance_id,
        name: span.instance_name,
        fen: computeSpanCost(span, toDayWindow(day, now)),
      }))
      .filter(({ fen }) => fen !== 0n),
  )

/** Keeps the `most` largest subjects, the largest first, and gives the others no name. */
function rankSubjects(rows: readonly SubjectCost[], most: number): SubjectCost[] {
  const spent = new Map<string, bigint>()
  for (const { subject, fen } of rows) if (subject !== null) spent.set(subject, (spent.get(subject) ?? 0n) + fen)
  const ranked = [...spent]
    .filter(([, fen]) => fen > 0n)
    .toSorted(([a, fenA], [b, fenB]) => Number(fenB - fenA) || a.localeCompare(b))
    .slice(0, most)
    .map(([subject]) => subject)
  const rest = rows.filter(({ subject }) => subject === null || !ranked.includes(subject))
  return [
    ...ranked.flatMap((subject) => rows.filter((row) => row.subject === subject)),
    ...rest.map((row) => ({ ...row, subject: null, name: null })),
  ]
}

/**
 * Returns the costs by day of use: what is metered as the ledger took it, packages spread over the time they bought
 * (docs/decisions/085).
 */
export async function listUsedCostsBySubject(
  db: Kysely<DB>,
  userId: string,
  { range, packages, most }: { range: SpendRange; packages: readonly PackageSpan[]; most: number },
): Promise<SubjectCost[]> {
  const metered = await listDailyCostsBySubject(db, userId, { ...toDayRange(range), without_orders: true }, subjectsMax)
  return rankSubjects([...metered, ...spreadPackages(packages, range)], most)
}

export const sumFen = (rows: readonly { fen: bigint }[]): bigint => sumAmounts(rows.map(({ fen }) => fen))
