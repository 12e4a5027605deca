import type { z } from 'zod'
import { type Consumption, consumption_kinds, type DaySegment } from '#contract/consumption.ts'
import { dayOf } from '#contract/day.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { pageOfSegments } from '#server/domains/money/billing/segments.service.ts'
import {
  type ConsumptionFilters,
  type ConsumptionRow,
  consumptionRepo,
} from '#server/domains/money/consumption/consumption.repo.ts'
import type { Context } from '#server/http/context.ts'
import { chunksOf, csvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'
import { opaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

const own = ({ deps, caller }: Context) => consumptionRepo(deps.database.kysely, caller.user_id)

const present = (row: ConsumptionRow): z.input<typeof Consumption> => ({
  id: row.key,
  day: row.day,
  kind: row.kind,
  title: row.title,
  instance_id: row.instance_id,
  instance_name: row.instance_name,
  product_id: row.product_id,
  product_name: row.product_name,
  order_id: row.order_id,
  seconds: row.seconds === null ? null : Number(row.seconds),
  amount: yuanOfFen(row.cash_fen + row.voucher_fen),
  cash: yuanOfFen(row.cash_fen),
  voucher: yuanOfFen(row.voucher_fen),
})

export async function listConsumption(ctx: Context, query: Parameters<ReturnType<typeof consumptionRepo>['list']>[0]) {
  const { items, total } = await own(ctx).list(query)
  return { items: items.map(present), total }
}

export async function sumConsumption(ctx: Context, filters: ConsumptionFilters) {
  const { deps, caller } = ctx
  const { count, cash_fen, voucher_fen, usage_fen } = await own(ctx).sum(filters)
  const { accrued_fen } = await fundsOf(deps.database.kysely, caller.user_id, deps.clock.now())
  return {
    count: Number(count),
    amount: yuanOfFen(cash_fen + voucher_fen),
    cash: yuanOfFen(cash_fen),
    voucher: yuanOfFen(voucher_fen),
    usage: yuanOfFen(usage_fen),
    unsettled: yuanOfFen(accrued_fen),
  }
}

export async function subjectsOfConsumption(ctx: Context) {
  const rows = await own(ctx).subjects()
  return {
    instances: rows.map(({ id, nick_name }) => ({ id, name: nick_name })),
    products: [...new Map(rows.map(({ product_id, product_name }) => [product_id, product_name]))].map(([id, name]) => ({
      id,
      name,
    })),
  }
}

/** The metering behind one line of usage: segments with the charges that were settled on that day. */
export async function segmentsOfDay(ctx: Context, instance_id: string, day: string): Promise<z.input<typeof DaySegment>[]> {
  const { row_ids } = ctx.deps.keys
  const segments = new Map<bigint, z.input<typeof DaySegment>>()
  for (const row of await own(ctx).charges(instance_id, day)) {
    const segment = segments.get(row.id) ?? {
      id: opaqueId(row_ids, 'segment', row.id),
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      price_hour: yuanOfMicro(row.price_micro),
      image_price_hour: yuanOfMicro(row.image_price_micro),
      carried_in: String(row.carry_in),
      charges: [],
    }
    segment.charges.push({
      from_s: Number(row.from_s),
      to_s: Number(row.to_s),
      amount: yuanOfFen(row.fen),
      voucher: yuanOfFen(row.voucher_fen),
      cash: yuanOfFen(row.fen - row.voucher_fen),
      at: row.at.toISOString(),
      transaction_id: row.transaction_id === null ? null : opaqueId(row_ids, 'transaction', row.transaction_id),
    })
    segments.set(row.id, segment)
  }
  return [...segments.values()]
}

/** All segments of an own instance, the oldest first, released or not. */
export async function billOf(ctx: Context, id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) {
  const { deps } = ctx
  if (!(await own(ctx).owns(id))) throw new Refusal('not_found')
  return pageOfSegments(deps, id, { ...query, order: query.order ?? 'asc' })
}

const titles = [
  '日期',
  '类型',
  '内容',
  '实例',
  '实例编号',
  '产品',
  '订单编号',
  '计费秒数',
  '金额（元）',
  '现金（元）',
  '代金券（元）',
]

const cellsOf = (row: ConsumptionRow): string[] => {
  const { amount, cash, voucher } = present(row)
  return [
    row.day,
    consumption_kinds[row.kind],
    row.title,
    row.instance_name ?? '',
    row.instance_id ?? '',
    row.product_name ?? '',
    row.order_id ?? '',
    row.seconds === null ? '' : String(row.seconds),
    amount,
    cash,
    voucher,
  ]
}

export async function exportConsumption(ctx: Context, filters: ConsumptionFilters): Promise<Download> {
  const repo = own(ctx)
  async function* lines() {
    const chunks = chunksOf(
      (last: { day: string; key: string } | undefined, limit) => repo.after(filters, last, limit),
      ({ day, key }) => ({ day, key }),
    )
    for await (const rows of chunks) yield rows.map(cellsOf)
  }
  return csvDownload(`消费明细-${dayOf(ctx.deps.clock.now())}.csv`, titles, lines())
}
