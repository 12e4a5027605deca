import type { z } from 'zod'
import { type consumption, dailySpendSubjectsMax, type SpendSubject } from '#contract/consumption.ts'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { listDailyCostsBySubject } from '#server/domains/money/consumption/consumption.service.ts'
import { getMoneyForecast } from '#server/domains/rentals/overview/money-forecast.service.ts'
import type { Context } from '#server/http/context.ts'

type DailySpend = z.input<(typeof consumption)['daily']['data']>
type Row = Awaited<ReturnType<typeof listDailyCostsBySubject>>[number]

const sumFen = (rows: readonly { fen: bigint }[]): bigint => rows.reduce((total, { fen }) => total + fen, 0n)

function toSubject({ subject, name }: Row): SpendSubject {
  if (subject === null) return { kind: 'rest', id: null, name: '其余' }
  if (subject === 'llm') return { kind: 'llm', id: null, name: '大模型 API' }
  return { kind: 'instance', id: subject, name: name ?? subject }
}

/** Returns what the caller spent on each of the last days, by subject; each day sums to the ledger's, to the fen. */
export async function getDailySpend({ deps, caller }: Context, count: number): Promise<DailySpend> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const today = toShanghaiDay(now)
  const range = { from: addDays(today, 1 - count), to: today }
  const rows = await listDailyCostsBySubject(db, caller.user_id, range, dailySpendSubjectsMax)
  // the rows of a subject follow each other, the largest first, the rest last
  const subjects = [...new Map(rows.map((row) => [row.subject, row])).values()]
  const { accrued_fen: accruedFen, forecast } = await getMoneyForecast(db, caller.user_id, now)
  return {
    total: formatFenAsYuan(sumFen(rows)),
    unsettled: formatFenAsYuan(accruedFen),
    subjects: subjects.map(toSubject),
    days: Array.from({ length: count }, (_, index) => {
      const day = addDays(range.from, index)
      const own = rows.filter((row) => row.day === day)
      return {
        day,
        total: formatFenAsYuan(sumFen(own)),
        amounts: subjects.map(({ subject }) => formatFenAsYuan(sumFen(own.filter((row) => row.subject === subject)))),
      }
    }),
    forecast,
  }
}
