import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { SegmentRow } from '#server/domains/money/billing/segments.repo.ts'
import { type Burnt, planBurn } from '#server/ledger/voucher-allocation.ts'
import { hasBegun, lockPurses, type Purpose, placesOf, takes, type Voucher } from '#server/ledger/vouchers.ts'

export type Place = Pick<Purpose, 'product_id' | 'region_id' | 'off'>
/** What metering charges for, as a voucher sees it. */
export const usageOf = (place: Place): Purpose => ({ ...place, use: 'usage', charge_rule: 'hour' })

export type Charged = SegmentRow & { from_s: bigint; fen: bigint }

/** How each charge is paid, by segment: by the vouchers its instance may burn, the rest in cash (product §5). */
export async function burnFor(trx: Transaction<DB>, charged: readonly Charged[], now: Date): Promise<Map<bigint, Burnt>> {
  const vouchers = await lockPurses(trx, [...new Set(charged.map(({ user_id }) => user_id))])
  const owners = new Set(vouchers.map(({ user_id }) => user_id))
  const charges = charged.filter(({ user_id }) => owners.has(user_id)).map((row) => ({ ...row, amount: row.fen }))
  const places = await placesOf(
    trx,
    charges.map(({ instance_id }) => instance_id),
  )
  const serves = (voucher: Voucher, { user_id, instance_id }: Charged) =>
    voucher.user_id === user_id && hasBegun(voucher, now) && takes(voucher, usageOf(places.get(instance_id)!))
  const { burnt } = planBurn(charges, vouchers, serves)
  const planned = new Map(charges.map(({ id }, nth) => [id, burnt[nth]!]))
  return new Map(charged.map(({ id, fen }) => [id, planned.get(id) ?? { vouchers: [], cash: fen }]))
}
