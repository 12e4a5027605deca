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

/** What a user has, what his running instances have used of it, and how far the rest reaches. */
export interface Funds {
  cash_fen: bigint
  accrued_fen: bigint
  /** What an hour of all that is metered costs. */
  burn_micro: bigint
  /** That without the meters that stand: of what is unseen nothing is billed (product §4). */
  billed_micro: bigint
  /** Cash that is left when all that was used is paid; vouchers pay first. */
  free_fen: bigint
  /** What cash and vouchers can pay of what runs, until something of it finds nothing; 0 or less is arrears. */
  reach_fen: bigint
  /** What the vouchers in force have left when all that was used is paid. */
  voucher_fen: bigint
  /** Each as it will be settled. */
  accrued: { purpose: ChargePurpose; amount: bigint }[]
  vouchers: Voucher[]
}

/** Agrees with what settling at `now` would do (product §5). `locked` is the purse where the caller holds it. */
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
