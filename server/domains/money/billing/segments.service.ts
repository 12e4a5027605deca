import type { z } from 'zod'
import type { MeteringSegment } from '#contract/instances.ts'
import { computeRunCharge, formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { readMeter } from '#server/domains/money/billing/metering.ts'
import { type SegmentRow, segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import type { Keys } from '#server/keys.ts'
import { toOpaqueId } from '#server/lib/ids.ts'

type Charge = Awaited<ReturnType<ReturnType<typeof segmentsRepo>['chargesOf']>>[number]

function present(
  { row_ids: rowIds }: Keys,
  row: SegmentRow,
  charges: readonly Charge[],
  now: Date,
): z.input<typeof MeteringSegment> {
  const seconds = row.ended_at ? row.seen_s : readMeter(row, now).seen_s
  return {
    id: toOpaqueId(rowIds, 'segment', row.id),
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    seconds: Number(seconds),
    price_hour: formatMicroAsYuan(row.price_micro),
    image_price_hour: formatMicroAsYuan(row.image_price_micro),
    amount: formatFenAsYuan(computeRunCharge(row.price_micro, seconds, row.carry_in)),
    settled: formatFenAsYuan(row.billed_fen),
    carried_in: String(row.carry_in),
    charges: charges
      .filter((charge) => charge.segment_id === row.id)
      .map((charge) => ({
        from_s: Number(charge.from_s),
        to_s: Number(charge.to_s),
        amount: formatFenAsYuan(charge.fen),
        voucher: formatFenAsYuan(charge.voucher_fen),
        at: charge.at.toISOString(),
        transaction_id: charge.transaction_id === null ? null : toOpaqueId(rowIds, 'transaction', charge.transaction_id),
      })),
  }
}

/** Lists the metering segments of an instance, newest first, each with the charges that cover it without gaps. */
export async function listSegmentsWithCharges(
  { database, clock, keys }: Pick<Deps, 'database' | 'clock' | 'keys'>,
  instanceId: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const repo = segmentsRepo(database.kysely)
  const now = clock.now()
  const { items, total } = await repo.page(instanceId, query)
  const charges = await repo.chargesOf(items.map((row) => row.id))
  return { items: items.map((row) => present(keys, row, charges, now)), total }
}
