import type { Kysely } from 'kysely'
import { microPerFen, roundMicroUpToFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { type Funds, getFunds } from '#server/domains/money/billing/funds.service.ts'
import { toUsagePurpose } from '#server/domains/money/billing/voucher-use.service.ts'
import { type CommittedInstance, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { computeMeteredMicro } from '#server/domains/rentals/instances/run-price.policy.ts'
import { allocateCharges } from '#server/ledger/voucher-allocation.ts'
import {
  type ChargePurpose,
  canVoucherPay,
  hasVoucherBegun,
  isVoucherValid,
  loadInstancePurposes,
  type SpendableFunds,
  sumVoucherPart,
  type Voucher,
} from '#server/ledger/vouchers.ts'

const emptyPlace = { product_id: '', region_id: '' }

interface CommittedUsage {
  id: string
  purpose: ChargePurpose
  micro: bigint
}

export interface UserFunds {
  balance_fen: bigint
  /** Cash left after all usage is paid; vouchers pay first. */
  free_fen: bigint
  /** Cost per hour of running and starting instances, in micro-yuan; one hour of it must stay covered (product §5). */
  committed_micro: bigint
  committed: CommittedUsage[]
  funds: Funds
  now: Date
}

/** Selects a user's metered instances, to be read with `toCommittedInstances`. */
export const selectCommittedInstances = (db: Kysely<DB>, userId: string) => instancesRepo(db).selectCommitted(userId)

/**
 * Returns what a user can afford now. In a transaction that spends afterwards, the wallet must be locked first. `purse` and
 * `metered`: what the caller has read already.
 */
export async function getUserFunds(
  db: Kysely<DB>,
  userId: string,
  now: Date,
  { purse, metered }: { purse?: SpendableFunds; metered?: readonly CommittedInstance[] } = {},
): Promise<UserFunds> {
  const funds = await getFunds(db, userId, now, purse)
  const rows = metered ?? (await instancesRepo(db).committedOf(userId))
  const places =
    funds.vouchers.length > 0
      ? await loadInstancePurposes(
          db,
          rows.map(({ id }) => id),
        )
      : undefined
  const committed = rows.map((row) => ({
    id: row.id,
    purpose: toUsagePurpose(places?.get(row.id) ?? emptyPlace),
    micro: computeMeteredMicro(row),
  }))
  const committedMicro = committed.reduce((sum, { micro }) => sum + micro, 0n)
  return { balance_fen: funds.cash_fen, free_fen: funds.free_fen, committed_micro: committedMicro, committed, funds, now }
}

/** What the user is about to buy or start. */
export interface PlannedSpending {
  /** Paid at once, one after the other. */
  orders?: readonly { purpose: ChargePurpose; amount_fen: bigint }[]
  /** Metered from now on. */
  hour?: { purpose: ChargePurpose; micro: bigint }
  /** Instances that are no longer metered by the hour after the change. */
  instead_of?: readonly string[]
}

export interface FundsCheck {
  /** Cash needed beyond the usage so far: the orders and one hour of everything, minus what vouchers pay. */
  required_fen: bigint
  enough: boolean
  /** How the orders themselves are paid. */
  voucher_fen: bigint
  cash_fen: bigint
  /** Number of vouchers used for the orders. */
  vouchers: number
}

/**
 * Applies the boot gate (product §5). Vouchers are used in the real order: for the orders, for past usage, then for one hour of
 * what runs.
 */
export function computeFundsCheck(
  { funds, free_fen: freeFen, committed, now }: UserFunds,
  { orders = [], hour, instead_of: insteadOf = [] }: PlannedSpending,
): FundsCheck {
  const hours = [...committed.filter(({ id }) => !insteadOf.includes(id)), ...(hour ? [hour] : [])]
  const charges = [
    ...orders.map(({ purpose, amount_fen: amountFen }) => ({ purpose, amount: amountFen * microPerFen, ahead: true })),
    ...funds.accrued.map(({ purpose, amount }) => ({ purpose, amount: amount * microPerFen, ahead: false })),
    ...hours.map(({ purpose, micro }) => ({ purpose, amount: micro, ahead: true })),
  ]
  const vouchers = funds.vouchers.map((voucher) => ({ ...voucher, balance: voucher.balance * microPerFen }))
  const serves = (voucher: Voucher, { purpose, ahead }: (typeof charges)[number]) =>
    (ahead ? isVoucherValid(voucher, now) : hasVoucherBegun(voucher, now)) && canVoucherPay(voucher, purpose)
  const { burnt } = allocateCharges(charges, vouchers, serves)
  const neededFen = roundMicroUpToFen(burnt.reduce((sum, { cash }) => sum + cash, 0n))
  const paid = burnt.slice(0, orders.length)
  const voucherFen = paid.reduce((sum, part) => sum + sumVoucherPart(part), 0n) / microPerFen
  return {
    required_fen: neededFen - (funds.cash_fen - freeFen),
    enough: funds.cash_fen >= neededFen,
    voucher_fen: voucherFen,
    cash_fen: orders.reduce((sum, { amount_fen: amountFen }) => sum + amountFen, 0n) - voucherFen,
    vouchers: new Set(paid.flatMap((part) => part.vouchers.map(({ id }) => id))).size,
  }
}

/** Returns what metering of an instance charges for, as vouchers match it. */
export const getUsagePurpose = async (db: Kysely<DB>, instanceId: string): Promise<ChargePurpose> =>
  toUsagePurpose((await loadInstancePurposes(db, [instanceId])).get(instanceId) ?? emptyPlace)

/** Checks the funds for purchases for existing instances. */
export async function getPurchaseFundsCheck(
  db: Kysely<DB>,
  userId: string,
  bought: readonly (Pick<ChargePurpose, 'use' | 'charge_rule'> & { id: string; amount_fen: bigint })[],
  now: Date,
): Promise<UserFunds & FundsCheck> {
  const means = await getUserFunds(db, userId, now)
  const ids = bought.map(({ id }) => id)
  const places = await loadInstancePurposes(db, ids)
  const orders = bought.map(({ id, amount_fen: amountFen, ...paid }) => ({
    purpose: { ...(places.get(id) ?? emptyPlace), ...paid },
    amount_fen: amountFen,
  }))
  return { ...means, ...computeFundsCheck(means, { orders, instead_of: ids }) }
}
