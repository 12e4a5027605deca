import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { accruedFen } from '#server/domains/money/billing/metering.ts'
import { segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import { type Place, usageOf } from '#server/domains/money/billing/voucher-use.service.ts'
import { planBurn, reachFen } from '#server/ledger/voucher-allocation.ts'
import { hasBegun, isInForce, type Purpose, type Purse, placesOf, purseOf, takes, type Voucher } from '#server/ledger/vouchers.ts'

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
  accrued: { purpose: Purpose; amount: bigint }[]
  vouchers: Voucher[]
}

/** Agrees with what settling at `now` would do (product §5). `locked` is the purse where the caller holds it. */
export async function fundsOf(db: Kysely<DB>, user_id: string, now: Date, locked?: Purse): Promise<Funds> {
  const { cash_fen, vouchers } = locked ?? (await purseOf(db, user_id))
  const open = await segmentsRepo(db).openOfUser(user_id)
  const places =
    vouchers.length > 0
      ? await placesOf(
          db,
          open.map(({ instance_id }) => instance_id),
        )
      : undefined
  const nowhere: Place = { product_id: '', region_id: '' }
  const running = open.map((row) => ({
    purpose: usageOf(places?.get(row.instance_id) ?? nowhere),
    accrued_fen: accruedFen(row, now),
    price_micro: row.price_micro,
  }))
  const accrued = running.map(({ purpose, accrued_fen }) => ({ purpose, amount: accrued_fen }))
  const { burnt, left } = planBurn(accrued, vouchers, (voucher, { purpose }) => hasBegun(voucher, now) && takes(voucher, purpose))
  const free_fen = cash_fen - burnt.reduce((sum, { cash }) => sum + cash, 0n)
  const in_force = left.filter((voucher) => isInForce(voucher, now))
  const burning = running.map(({ purpose, price_micro }) => ({ purpose, amount: price_micro }))
  return {
    cash_fen,
    accrued_fen: accrued.reduce((sum, { amount }) => sum + amount, 0n),
    burn_micro: open.reduce((sum, row) => sum + row.price_micro, 0n),
    billed_micro: open.reduce((sum, row) => (row.unseen ? sum : sum + row.price_micro), 0n),
    free_fen,
    reach_fen: reachFen(free_fen, burning, in_force, (voucher, { purpose }) => takes(voucher, purpose), now),
    voucher_fen: in_force.reduce((sum, { balance }) => sum + balance, 0n),
    accrued,
    vouchers,
  }
}
