import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type PlacedUsageSum, segmentsRepo, type UsageSum } from '#server/domains/money/billing/segments.repo.ts'
import { toUsagePurpose, type UsagePlace } from '#server/domains/money/billing/voucher-use.service.ts'
import { allocateCharges, computeSpendableFen } from '#server/ledger/voucher-allocation.ts'
import {
  type ChargePurpose,
  canVoucherPay,
  getSpendableFunds,
  hasVoucherBegun,
  isVoucherValid,
  type SpendableFunds,
  type Voucher,
} from '#server/ledger/vouchers.ts'

/** A user's funds, the unsettled usage of their running instances, and how far the rest reaches. */
export interface Funds {
  cash_fen: bigint
  accrued_fen: bigint
  /** Cost per hour of everything metered. */
  burn_micro: bigint
  /** `burn_micro` without paused meters: unseen instances are not billed (product §4). */
  billed_micro: bigint
  /** Cash left after all usage so far is paid; vouchers pay first. */
  free_fen: bigint
  /** What cash and vouchers can still pay until one running instance is no longer covered; 0 or less means arrears. */
  reach_fen: bigint
  /** What is left in the valid vouchers after all usage so far is paid. */
  voucher_fen: bigint
  /** Unsettled usage in the order of settlement, summed where the order makes no difference. */
  accrued: { purpose: ChargePurpose; amount: bigint }[]
  vouchers: Voucher[]
}

const canPay = (voucher: Voucher, { purpose }: { purpose: ChargePurpose }): boolean => canVoucherPay(voucher, purpose)

const toUsage = ({ fen, micro, billed_micro: billedMicro }: UsageSum, place: UsagePlace) => ({
  purpose: toUsagePurpose(place),
  fen,
  micro,
  billed_micro: billedMicro,
})

const toPlacedUsage = ({ none, forbidden, product_id: productId, region_id: regionId, ...sum }: PlacedUsageSum) =>
  toUsage(sum, { product_id: productId, region_id: regionId, off: none ? 'all' : ((forbidden ?? []) as string[]) })

/**
 * Returns whether charges may be paid as sums: any two purposes share all their vouchers or none. Then it does not matter which
 * charge is paid first, because vouchers that serve the same charges burn in one order.
 */
function isOrderFree(purposes: readonly ChargePurpose[], vouchers: readonly Voucher[]): boolean {
  const payers = new Map<string, string>()
  return purposes.every((purpose) => {
    const ids = vouchers.filter((voucher) => canVoucherPay(voucher, purpose)).map(({ id }) => id)
    const all = ids.join()
    return ids.every((id) => {
      const known = payers.get(id) ?? all
      payers.set(id, known)
      return known === all
    })
  })
}

/** Loads a user's running usage in as few rows as its vouchers allow. */
async function loadUsage(db: Kysely<DB>, userId: string, begun: readonly Voucher[], isWithVouchers: boolean, now: Date) {
  const repo = segmentsRepo(db)
  if (!isWithVouchers) return (await repo.sumUsage(userId, now)).map((sum) => toUsage(sum, { product_id: '', region_id: '' }))
  const places = (await repo.placedUsage(userId, now, 'place')).map(toPlacedUsage)
  const isSummed = isOrderFree(
    places.map(({ purpose }) => purpose),
    begun,
  )
  return isSummed ? places : (await repo.placedUsage(userId, now, 'segment')).map(toPlacedUsage)
}

/**
 * Computes the funds exactly as settling at `now` would (product §5), in sums wherever the order of the charges makes no
 * difference. `locked` is the purse if the caller has locked it.
 */
export async function getFunds(db: Kysely<DB>, userId: string, now: Date, locked?: SpendableFunds): Promise<Funds> {
  const { cash_fen: cashFen, vouchers } = locked ?? (await getSpendableFunds(db, userId))
  const begun = vouchers.filter((voucher) => hasVoucherBegun(voucher, now))
  const usage = await loadUsage(db, userId, begun, vouchers.length > 0, now)
  const accrued = usage.map(({ purpose, fen }) => ({ purpose, amount: fen }))
  const { burnt, left } = allocateCharges(accrued, begun, canPay)
  const freeFen = cashFen - burnt.reduce((sum, { cash }) => sum + cash, 0n)
  const inForce = left.filter((voucher) => isVoucherValid(voucher, now))
  const burning = usage.map(({ purpose, micro }) => ({ purpose, amount: micro }))
  return {
    cash_fen: cashFen,
    accrued_fen: accrued.reduce((sum, { amount }) => sum + amount, 0n),
    burn_micro: usage.reduce((sum, { micro }) => sum + micro, 0n),
    billed_micro: usage.reduce((sum, { billed_micro: billedMicro }) => sum + billedMicro, 0n),
    free_fen: freeFen,
    reach_fen: computeSpendableFen(freeFen, burning, inForce, canPay, now),
    voucher_fen: inForce.reduce((sum, { balance }) => sum + balance, 0n),
    accrued,
    vouchers,
  }
}
