import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { SegmentRow } from '#server/domains/money/billing/segments.repo.ts'
import { allocateCharges, type ChargeAllocation } from '#server/ledger/voucher-allocation.ts'
import {
  type ChargePurpose,
  canVoucherPay,
  hasVoucherBegun,
  loadInstancePurposes,
  lockVouchersOfUsers,
  type Voucher,
} from '#server/ledger/vouchers.ts'

export type UsagePlace = Pick<ChargePurpose, 'product_id' | 'region_id' | 'off'>
/** Builds the charge purpose of metered usage, against which vouchers are checked. */
export const toUsagePurpose = (place: UsagePlace): ChargePurpose => ({ ...place, use: 'usage', charge_rule: 'hour' })

export type ChargedSegment = SegmentRow & { from_s: bigint; fen: bigint }

/** Allocates each charge, by segment: vouchers the instance may use pay first, cash pays the rest (product §5). */
export async function allocateUsageVouchers(
  trx: Transaction<DB>,
  charged: readonly ChargedSegment[],
  now: Date,
): Promise<Map<bigint, ChargeAllocation>> {
  const vouchers = await lockVouchersOfUsers(trx, [...new Set(charged.map(({ user_id: userId }) => userId))])
  const owners = new Set(vouchers.map(({ user_id: userId }) => userId))
  const charges = charged.filter(({ user_id: userId }) => owners.has(userId)).map((row) => ({ ...row, amount: row.fen }))
  const places = await loadInstancePurposes(
    trx,
    charges.map(({ instance_id: instanceId }) => instanceId),
  )
  const serves = (voucher: Voucher, { user_id: userId, instance_id: instanceId }: ChargedSegment) =>
    voucher.user_id === userId && hasVoucherBegun(voucher, now) && canVoucherPay(voucher, toUsagePurpose(places.get(instanceId)!))
  const { burnt } = allocateCharges(charges, vouchers, serves)
  const planned = new Map(charges.map(({ id }, nth) => [id, burnt[nth]!]))
  return new Map(charged.map(({ id, fen }) => [id, planned.get(id) ?? { vouchers: [], cash: fen }]))
}
