import type { z } from 'zod'
import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { operatorFailures, operatorTrends, TrendDays } from '#contract/operator/trends.ts'
import { splitRevenue } from '#server/domains/operator/trends.policy.ts'
import { trendsRepo } from '#server/domains/operator/trends.repo.ts'
import type { Context } from '#server/http/context.ts'

/** Lists the Beijing days of a chart, today last. */
function listDays(count: TrendDays, now: Date): string[] {
  const today = toShanghaiDay(now)
  return Array.from({ length: Number(count) }, (_, nth) => addDays(today, nth + 1 - Number(count)))
}

/** Returns revenue by source, recharges and withdrawals of each day; each sum equals the ledger's rows of that day. */
export async function getMoneyTrend(
  { deps }: Context,
  query: z.output<(typeof operatorTrends)['money']['query']>,
): Promise<z.input<(typeof operatorTrends)['money']['data']>> {
  const repo = trendsRepo(deps.database.kysely)
  const days = listDays(query.days, deps.clock.now())
  const since = toDayStart(days[0]!)
  const earned = await repo.revenue(since)
  const products = await repo.productNames([...new Set(earned.flatMap(({ product_id: id }) => id ?? []))])
  const revenue = splitRevenue(earned, days, products)
  const channel = new Map((await repo.channel(since)).map(({ day, kind, fen }) => [`${day} ${kind}`, fen]))
  return {
    series: revenue.series,
    days: revenue.days.map(({ day, revenue: sum, parts }) => ({
      day,
      revenue: formatFenAsYuan(sum),
      parts: parts.map(formatFenAsYuan),
      recharged: formatFenAsYuan(-(channel.get(`${day} recharge`) ?? 0n)),
      withdrawn: formatFenAsYuan(channel.get(`${day} withdraw`) ?? 0n),
    })),
  }
}

const secondsPerHour = 3600

/** Returns the rented share of card time by model, and the failures, of each day. */
export async function getFleetTrend(
  { deps }: Context,
  query: z.output<(typeof operatorTrends)['fleet']['query']>,
): Promise<z.input<(typeof operatorTrends)['fleet']['data']>> {
  const repo = trendsRepo(deps.database.kysely)
  const now = deps.clock.now()
  const days = listDays(query.days, now).map((day) => {
    const end = toDayStart(addDays(day, 1))
    return { day, from: toDayStart(day), to: end < now ? end : now }
  })
  const cards = await repo.cards()
  const recordedSince = await repo.recordedSince()
  const rented = new Map((await repo.rented(days)).map(({ day, model, seconds }) => [`${day} ${model}`, seconds]))
  const failures = new Map((await repo.failuresByDay(days[0]!.from)).map(({ day, kind, count }) => [`${day} ${kind}`, count]))
  return {
    models: cards.map(({ model, cards: count }) => ({ gpu_model: model, cards: count })),
    recorded_since: recordedSince?.toISOString() ?? null,
    days: days.map(({ day, from, to }) => {
      const known = recordedSince !== null && recordedSince < to
      const elapsed = (to.getTime() - from.getTime()) / 1000
      const seconds = cards.map(({ model }) => (known ? (rented.get(`${day} ${model}`) ?? 0) : null))
      return {
        day,
        rented_hours: seconds.map((sum) => sum && Math.round((sum / secondsPerHour) * 10) / 10),
        // a card that has left since was rented, too, but is not counted among the cards
        percent: seconds.map((sum, nth) =>
          sum === null || elapsed <= 0 ? null : Math.min(100, Math.round((sum / (elapsed * cards[nth]!.cards)) * 1000) / 10),
        ),
        boot_failures: failures.get(`${day} boot`) ?? 0,
        run_failures: failures.get(`${day} run`) ?? 0,
      }
    }),
  }
}

export async function listFailures({ deps }: Context, query: z.output<(typeof operatorFailures)['list']['query']>) {
  const { from, to } = query
  const { items, total } = await trendsRepo(deps.database.kysely).failures({
    ...query,
    since: from ? toDayStart(from) : undefined,
    before: to ? toDayStart(addDays(to, 1)) : undefined,
  })
  return {
    items: items.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      kind: row.failure,
      instance: { id: row.instance_id, name: row.nick_name, released: row.released_at !== null },
      owner: { id: row.user_id, nickname: row.nickname },
      host_id: row.host_id,
      detail: row.detail,
    })),
    total,
  }
}
