import type { z } from 'zod'
import { type consumption, dailySpendSubjectsMax, type SpendBasis, type SpendSubject } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { listDailyCostsBySubject } from '#server/domains/money/consumption/consumption.service.ts'
import { getMoneyForecast } from '#server/domains/rentals/overview/money-forecast.service.ts'
import {
  listLastDays,
  listPackages,
  listUsedCostsBySubject,
  type SubjectCost,
  spreadPackages,
  sumFen,
  toDayRange,
} from '#server/domains/rentals/overview/spend-by-use.service.ts'
import type { Context } from '#server/http/context.ts'

type DailySpend = z.input<(typeof consumption)['daily']['data']>

function toSubject({ subject, name }: SubjectCost): SpendSubject {
  if (subject === null) return { kind: 'rest', id: null, name: '其余' }
  if (subject === 'llm') return { kind: 'llm', id: null, name: '大模型 API' }
  return { kind: 'instance', id: subject, name: name ?? subject }
}

/**
 * Returns what the caller spent on each of the last days, by subject. Counted as paid, each day sums to the ledger's, to the fen;
 * counted as used, the days of a package sum to its price.
 */
export async function getDailySpend(
  { deps, caller }: Context,
  { count, basis }: { count: number; basis: SpendBasis },
): Promise<DailySpend> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const range = { days: listLastDays(toShanghaiDay(now), count), now }
  const packages = await listPackages(db, caller.user_id, range)
  const hasPackages = packages.some(({ fen }) => fen !== 0n)
  const used = hasPackages && basis === 'used'
  const rows: SubjectCost[] = used
    ? await listUsedCostsBySubject(db, caller.user_id, { range, packages, most: dailySpendSubjectsMax })
    : await listDailyCostsBySubject(db, caller.user_id, toDayRange(range), dailySpendSubjectsMax)
  const spread = used ? spreadPackages(packages, range) : []
  // the rows of a subject follow each other, the largest first, the rest last
  const subjects = [...new Map(rows.map((row) => [row.subject, row])).values()]
  const { accrued_fen: accruedFen, forecast } = await getMoneyForecast(db, caller.user_id, now)
  return {
    total: formatFenAsYuan(sumFen(rows)),
    unsettled: formatFenAsYuan(accruedFen),
    subjects: subjects.map(toSubject),
    days: range.days.map((day) => {
      const own = rows.filter((row) => row.day === day)
      return {
        day,
        total: formatFenAsYuan(sumFen(own)),
        amounts: subjects.map(({ subject }) => formatFenAsYuan(sumFen(own.filter((row) => row.subject === subject)))),
        packages: formatFenAsYuan(sumFen(spread.filter((row) => row.day === day))),
      }
    }),
    has_packages: hasPackages,
    forecast,
  }
}
