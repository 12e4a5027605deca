import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { DueSegment, VoucherShare } from '#server/domains/money/billing/settlement.repo.ts'
import { allocateCharges } from '#server/ledger/voucher-allocation.ts'
import {
  type ChargePurpose,
  canVoucherPay,
  hasVoucherBegun,
  loadInstancePurposes,
  type Voucher,
} from '#server/ledger/vouchers.ts'

export type UsagePlace = Pick<ChargePurpose, 'product_id' | 'region_id' | 'off'>
/** Builds the charge purpose of metered usage, against which vouchers are checked. */
export const toUsagePurpose = (place: UsagePlace): ChargePurpose => ({ ...place, use: 'usage', charge_rule: 'hour' })

/** Allocates each charge: vouchers the instance may use pay first, cash pays the rest (product §5). */
export async function allocateUsageVouchers(
  trx: Transaction<DB>,
  due: readonly DueSegment[],
  vouchers: readonly Voucher[],
  now: Date,
): Promise<VoucherShare[]> {
  const begun = vouchers.filter((voucher) => hasVoucherBegun(voucher, now))
  const owned = new Map([...new Set(begun.map((voucher) => voucher.user_id))].map((userId) => [userId, [] as DueSegment[]]))
  for (const segment of due) if (segment.fen > 0n) owned.get(segment.user_id)?.push(segment)
  const payable = [...owned.values()].flat()
  const places = await loadInstancePurposes(
    trx,
    payable.map((segment) => segment.instance_id),
  )
  return [...owned].flatMap(([userId, segments]) => {
    const { burnt } = allocateCharges(
      segments.map((segment) => ({ ...segment, amount: segment.fen })),
      begun.filter((voucher) => voucher.user_id === userId),
      (voucher, segment) => canVoucherPay(voucher, toUsagePurpose(places.get(segment.instance_id)!)),
    )
    return burnt.flatMap((paid, nth) =>
      paid.vouchers.map(({ id, amount }) => ({ segment_id: segments[nth]!.id, voucher_id: id, fen: amount })),
    )
  })
}
