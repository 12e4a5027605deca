import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type Consumption, consumptionKinds, type DaySegment } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { listSegmentsWithCharges } from '#server/domains/money/billing/segments.service.ts'
import {
  type ConsumptionFilters,
  type ConsumptionRow,
  consumptionRepo,
} from '#server/domains/money/consumption/consumption.repo.ts'
import type { Context } from '#server/http/context.ts'
import { type CsvExport, type ExportScope, loadChunks } from '#server/http/csv.ts'
import { toOpaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

const getOwnRepo = ({ deps, caller }: Context) => consumptionRepo(deps.database.kysely, caller.user_id)

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
  amount: formatFenAsYuan(row.cash_fen + row.voucher_fen),
  cash: formatFenAsYuan(row.cash_fen),
  voucher: formatFenAsYuan(row.voucher_fen),
})

/** Returns a user's own costs per day and kind of `range`. */
export const listDailyCosts = (db: Kysely<DB>, userId: string, range: ConsumptionFilters) =>
  consumptionRepo(db, userId).byDay(range)

/** Returns a user's own costs per day of `range` by the `most` largest subjects; `subject` is null for the rest. */
export const listDailyCostsBySubject = (db: Kysely<DB>, userId: string, range: ConsumptionFilters, most: number) =>
  consumptionRepo(db, userId).byDaySubject(range, most)

/**
 * Returns the costs of the `most` largest instances, of these others and of what belongs to none (`id` is null), highest first, and
 * of the rest together.
 */
export async function listInstanceCosts(
  db: Kysely<DB>,
  userId: string,
  { most, others, ...range }: ConsumptionFilters & { most: number; others: readonly string[] },
) {
  const rows = await consumptionRepo(db, userId).byInstance(range, most, others)
  const { fen, count } = rows.find(({ named }) => !named)!
  return { named: rows.filter(({ named }) => named), rest: { fen, count } }
}

/**
 * Returns the costs by product and by the `most` largest instances, highest first, and last the sum of the other instances; `id`
 * is null for costs that belong to none.
 */
export const listCostShares = async (db: Kysely<DB>, userId: string, range: ConsumptionFilters, most: number) => {
  const shares = await consumptionRepo(db, userId).shares(range, most)
  return { instances: shares.filter(({ by }) => by === 'instance'), products: shares.filter(({ by }) => by === 'product') }
}

type ConsumptionQuery = Parameters<ReturnType<typeof consumptionRepo>['list']>[0]

export async function listConsumptionOf(db: Kysely<DB>, userId: string, query: ConsumptionQuery) {
  const { items, total } = await consumptionRepo(db, userId).list(query)
  return { items: items.map(present), total }
}

export const listConsumption = ({ deps, caller }: Context, query: ConsumptionQuery) =>
  listConsumptionOf(deps.database.kysely, caller.user_id, query)

export async function sumConsumption(ctx: Context, filters: ConsumptionFilters) {
  const { deps, caller } = ctx
  const { count, cash_fen: cashFen, voucher_fen: voucherFen, usage_fen: usageFen } = await getOwnRepo(ctx).sum(filters)
  const { accrued_fen: accruedFen } = await getFunds(deps.database.kysely, caller.user_id, deps.clock.now())
  return {
    count: Number(count),
    amount: formatFenAsYuan(cashFen + voucherFen),
    cash: formatFenAsYuan(cashFen),
    voucher: formatFenAsYuan(voucherFen),
    usage: formatFenAsYuan(usageFen),
    unsettled: formatFenAsYuan(accruedFen),
  }
}

export async function listConsumptionSubjects(ctx: Context) {
  const rows = await getOwnRepo(ctx).subjects()
  return {
    instances: rows.map(({ id, nick_name: nickName }) => ({ id, name: nickName })),
    products: [...new Map(rows.map(({ product_id: productId, product_name: productName }) => [productId, productName]))].map(
      ([id, name]) => ({
        id,
        name,
      }),
    ),
  }
}

/** Returns the metering behind one usage line: segments with the charges settled on that day. */
export async function listDaySegments(ctx: Context, instanceId: string, day: string): Promise<z.input<typeof DaySegment>[]> {
  const { row_ids: rowIds } = ctx.deps.keys
  const segments = new Map<bigint, z.input<typeof DaySegment>>()
  for (const row of await getOwnRepo(ctx).charges(instanceId, day)) {
    const segment = segments.get(row.id) ?? {
      id: toOpaqueId(rowIds, 'segment', row.id),
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      price_hour: formatMicroAsYuan(row.price_micro),
      image_price_hour: formatMicroAsYuan(row.image_price_micro),
      carried_in: String(row.carry_in),
      charges: [],
    }
    segment.charges.push({
      from_s: Number(row.from_s),
      to_s: Number(row.to_s),
      amount: formatFenAsYuan(row.fen),
      voucher: formatFenAsYuan(row.voucher_fen),
      cash: formatFenAsYuan(row.fen - row.voucher_fen),
      at: row.at.toISOString(),
      transaction_id: row.transaction_id === null ? null : toOpaqueId(rowIds, 'transaction', row.transaction_id),
    })
    segments.set(row.id, segment)
  }
  return [...segments.values()]
}

/** Lists all segments of the caller's own instance, oldest first, even if it is released. */
export async function listInstanceBill(
  ctx: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const { deps } = ctx
  if (!(await getOwnRepo(ctx).owns(id))) throw new Refusal('not_found')
  return listSegmentsWithCharges(deps, id, { ...query, order: query.order ?? 'asc' })
}

const csvHeaders = [
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

const toCsvCells = (row: ConsumptionRow): string[] => {
  const { amount, cash, voucher } = present(row)
  return [
    row.day,
    consumptionKinds[row.kind],
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

export function buildConsumptionExport({ deps, user_id: userId, at }: ExportScope, filters: ConsumptionFilters): CsvExport {
  const repo = consumptionRepo(deps.database.kysely, userId)
  return {
    file_name: `消费明细-${toShanghaiDay(at)}.csv`,
    titles: csvHeaders,
    count: (most) => repo.count(filters, most),
    chunks: () =>
      loadChunks(
        (last: { day: string; key: string } | undefined, limit) => repo.after(filters, last, limit),
        ({ day, key }) => ({ day, key }),
        toCsvCells,
      ),
  }
}
