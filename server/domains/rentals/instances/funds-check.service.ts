import type { Kysely } from 'kysely'
import { fenOfMicro, micro_per_fen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { type Funds, fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { usageOf } from '#server/domains/money/billing/voucher-use.service.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { meteredMicro } from '#server/domains/rentals/instances/run-price.policy.ts'
import { planBurn } from '#server/ledger/voucher-allocation.ts'
import {
  hasBegun,
  isInForce,
  type Purpose,
  type Purse,
  placesOf,
  takes,
  type Voucher,
  voucherPart,
} from '#server/ledger/vouchers.ts'

const nowhere = { product_id: '', region_id: '' }

interface Committed {
  id: string
  purpose: Purpose
  micro: bigint
}

export interface Means {
  balance_fen: bigint
  /** Cash that is left when all that was used is paid; vouchers pay first. */
  free_fen: bigint
  /** What runs and what is on its way costs per hour, in micro: an hour of it must stay covered (product §5). */
  committed_micro: bigint
  committed: Committed[]
  funds: Funds
  now: Date
}

/** What a user can afford now. In a transaction that goes on to spend, the wallet must be locked before. */
export async function meansOf(db: Kysely<DB>, user_id: string, now: Date, locked?: Purse): Promise<Means> {
  const funds = await fundsOf(db, user_id, now, locked)
  const rows = await instancesRepo(db).committedOf(user_id)
  const places =
    funds.vouchers.length > 0
      ? await placesOf(
          db,
          rows.map(({ id }) => id),
        )
      : undefined
  const committed = rows.map((row) => ({
    id: row.id,
    purpose: usageOf(places?.get(row.id) ?? nowhere),
    micro: meteredMicro(row),
  }))
  const committed_micro = committed.reduce((sum, { micro }) => sum + micro, 0n)
  return { balance_fen: funds.cash_fen, free_fen: funds.free_fen, committed_micro, committed, funds, now }
}

/** What somebody is about to do. */
export interface Wish {
  /** Paid at once, one after the other. */
  orders?: readonly { purpose: Purpose; amount_fen: bigint }[]
  /** Metered from now. */
  hour?: { purpose: Purpose; micro: bigint }
  /** Instances that are metered by the hour no longer when the wish comes true. */
  instead_of?: readonly string[]
}

export interface Weighed {
  /** Cash that is needed beyond what was used: the orders, and an hour of everything, less what vouchers pay of it. */
  required_fen: bigint
  enough: boolean
  /** How the orders themselves will be paid. */
  voucher_fen: bigint
  cash_fen: bigint
  /** How many vouchers pay for it. */
  vouchers: number
}

/** The boot gate (product §5). Vouchers burn as they will: for the order, for what was used, then for an hour of what runs. */
export function weigh({ funds, free_fen, committed, now }: Means, { orders = [], hour, instead_of = [] }: Wish): Weighed {
  const hours = [...committed.filter(({ id }) => !instead_of.includes(id)), ...(hour ? [hour] : [])]
  const charges = [
    ...orders.map(({ purpose, amount_fen }) => ({ purpose, amount: amount_fen * micro_per_fen, ahead: true })),
    ...funds.accrued.map(({ purpose, amount }) => ({ purpose, amount: amount * micro_per_fen, ahead: false })),
    ...hours.map(({ purpose, micro }) => ({ purpose, amount: micro, ahead: true })),
  ]
  const vouchers = funds.vouchers.map((voucher) => ({ ...voucher, balance: voucher.balance * micro_per_fen }))
  const serves = (voucher: Voucher, { purpose, ahead }: (typeof charges)[number]) =>
    (ahead ? isInForce(voucher, now) : hasBegun(voucher, now)) && takes(voucher, purpose)
  const { burnt } = planBurn(charges, vouchers, serves)
  const needed_fen = fenOfMicro(burnt.reduce((sum, { cash }) => sum + cash, 0n))
  const paid = burnt.slice(0, orders.length)
  const voucher_fen = paid.reduce((sum, part) => sum + voucherPart(part), 0n) / micro_per_fen
  return {
    required_fen: needed_fen - (funds.cash_fen - free_fen),
    enough: funds.cash_fen >= needed_fen,
    voucher_fen,
    cash_fen: orders.reduce((sum, { amount_fen }) => sum + amount_fen, 0n) - voucher_fen,
    vouchers: new Set(paid.flatMap((part) => part.vouchers.map(({ id }) => id))).size,
  }
}

/** What metering of an instance charges for, as a voucher sees it. */
export const usageIn = async (db: Kysely<DB>, instance_id: string): Promise<Purpose> =>
  usageOf((await placesOf(db, [instance_id])).get(instance_id) ?? nowhere)

/** What is bought for instances that are there, and what the wallet must have for it. */
export async function weighFor(
  db: Kysely<DB>,
  user_id: string,
  bought: readonly (Pick<Purpose, 'use' | 'charge_rule'> & { id: string; amount_fen: bigint })[],
  now: Date,
): Promise<Means & Weighed> {
  const means = await meansOf(db, user_id, now)
  const ids = bought.map(({ id }) => id)
  const places = await placesOf(db, ids)
  const orders = bought.map(({ id, amount_fen, ...paid }) => ({
    purpose: { ...(places.get(id) ?? nowhere), ...paid },
    amount_fen,
  }))
  return { ...means, ...weigh(means, { orders, instead_of: ids }) }
}
