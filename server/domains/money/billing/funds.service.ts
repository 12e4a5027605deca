import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { computeAccruedFen } from '#server/domains/money/billing/metering.ts'
import { segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import { toUsagePurpose, type UsagePlace } from '#server/domains/money/billing/voucher-use.service.ts'
import { allocateCharges, computeSpendableFen } from '#server/ledger/voucher-allocation.ts'
import {
  type ChargePurpose,
  canVoucherPay,
  getSpendableFunds,
  hasVoucherBegun,
  isVoucherValid,
  loadInstancePurposes,
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
  /** Unsettled usage of each segment, as it will be settled. */
  accrued: { purpose: ChargePurpose; amount: bigint }[]
  vouchers: Voucher[]
}

/** Computes the funds exactly as settling at `now` would (product §5). `locked` is the purse if the caller has locked it. */
export async function getFunds(db: Kysely<DB>, userId: string, now: Date, locked?: SpendableFunds): Promise<Funds> {
  const { cash_fen: cashFen, vouchers } = locked ?? (await getSpendableFunds(db, userId))
  const open = await segmentsRepo(db).openOfUser(userId)
  const places =
    vouchers.length > 0
      ? await loadInstancePurposes(
          db,
          open.map(({ instance_id: instanceId }) => instanceId),
        )
      : undefined
  const nowhere: UsagePlace = { product_id: '', region_id: '' }
  const running = open.map((row) => ({
    purpose: toUsagePurpose(places?.get(row.instance_id) ?? nowhere),
    accrued_fen: computeAccruedFen(row, now),
    price_micro: row.price_micro,
  }))
  const accrued = running.map(({ purpose, accrued_fen: accruedFen }) => ({ purpose, amount: accruedFen }))
  const { burnt, left } = allocateCharges(
    accrued,
    vouchers,
    (voucher, { purpose }) => hasVoucherBegun(voucher, now) && canVoucherPay(voucher, purpose),
  )
  const freeFen = cashFen - burnt.reduce((sum, { cash }) => sum + cash, 0n)
  const inForce = left.filter((voucher) => isVoucherValid(voucher, now))
  const burning = running.map(({ purpose, price_micro: priceMicro }) => ({ purpose, amount: priceMicro }))
  return {
    cash_fen: cashFen,
    accrued_fen: accrued.reduce((sum, { amount }) => sum + amount, 0n),
    burn_micro: open.reduce((sum, row) => sum + row.price_micro, 0n),
    billed_micro: open.reduce((sum, row) => (row.unseen ? sum : sum + row.price_micro), 0n),
    free_fen: freeFen,
    reach_fen: computeSpendableFen(freeFen, burning, inForce, (voucher, { purpose }) => canVoucherPay(voucher, purpose), now),
    voucher_fen: inForce.reduce((sum, { balance }) => sum + balance, 0n),
    accrued,
    vouchers,
  }
}
