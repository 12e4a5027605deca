import { type Kysely, sql, type Transaction } from 'kysely'
import { CouponScope, type CouponUse } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import type { DB } from '#server/db/types.ts'
import type { Movement } from '#server/ledger/ledger.ts'
import type { ChargeAllocation, SpendableVoucher } from '#server/ledger/voucher-allocation.ts'

/** A voucher with a positive balance, in fen. */
export interface Voucher extends SpendableVoucher {
  user_id: string
  valid_from: Date
  scope: CouponScope
}

/** Properties of a charge that decide which vouchers apply. */
export interface ChargePurpose {
  use: CouponUse
  product_id: string
  region_id: string
  charge_rule: ChargeRule
  /** Vouchers the instance may not use (product §4: coupon-config). */
  off?: 'all' | readonly string[]
}

const isInScope = (
  scope: CouponScope,
  { use, product_id: productId, region_id: regionId, charge_rule: chargeRule }: ChargePurpose,
): boolean =>
  (scope.uses?.includes(use) ?? true) &&
  (scope.product_ids?.includes(productId) ?? true) &&
  (scope.region_ids?.includes(regionId) ?? true) &&
  (scope.charge_rules?.includes(chargeRule) ?? true)

const isVoucherOff = ({ off = [] }: ChargePurpose, id: string): boolean => off === 'all' || off.includes(id)

/** Returns whether a voucher can pay for a purpose, regardless of its validity period. */
export const canVoucherPay = ({ id, scope }: Pick<Voucher, 'id' | 'scope'>, purpose: ChargePurpose): boolean =>
  !isVoucherOff(purpose, id) && isInScope(scope, purpose)

/**
 * Returns whether the validity period has begun. The voucher still pays usage from before its end; it ends by being emptied
 * (docs/decisions/030).
 */
export const hasVoucherBegun = ({ valid_from: validFrom }: Voucher, now: Date): boolean => validFrom <= now
/** Returns whether a voucher can pay for new purchases and for usage from now on. */
export const isVoucherValid = (voucher: Voucher, now: Date): boolean => hasVoucherBegun(voucher, now) && voucher.valid_until > now

interface FundsRow {
  id: string | null
  user_id: string
  balance: bigint
  valid_from: Date
  valid_until: Date
  scope: unknown
}

const columns = sql`a.voucher_id as id, a.user_id, a.balance_fen as balance, c.valid_from, c.valid_until, p.scope`
const joined = sql`accounts a left join coupons c on c.id = a.voucher_id left join coupon_campaigns p on p.id = c.campaign_id`
const toVouchers = (rows: readonly FundsRow[]): Voucher[] =>
  rows.flatMap(({ id, scope, ...row }) => (id === null ? [] : [{ ...row, id, scope: CouponScope.parse(scope) }]))

/** Funds of a user: cash, negative in arrears, and voucher balances. */
export interface SpendableFunds {
  cash_fen: bigint
  vouchers: Voucher[]
}

const selectFundsRows = (userIds: readonly string[]) => sql<FundsRow>`select ${columns} from ${joined} where a.id = any(array(
      select id from accounts where user_id = any(${userIds}::text[]) and kind = 'cash'
      union all select id from accounts where user_id = any(${userIds}::text[]) and kind = 'voucher' and balance_fen > 0))
    order by a.id`

function toSpendableFunds(rows: readonly FundsRow[], userId: string): SpendableFunds {
  const cash = rows.find(({ id }) => id === null)
  if (!cash) throw new Error(`no wallet of ${userId}`)
  return { cash_fen: cash.balance, vouchers: toVouchers(rows).filter(({ balance }) => balance > 0n) }
}

export const getSpendableFunds = async (db: Kysely<DB>, userId: string): Promise<SpendableFunds> =>
  toSpendableFunds((await selectFundsRows([userId]).execute(db)).rows, userId)

/** Returns a user's funds and locks them until the transaction ends, like `lockVouchersOfUsers`. */
export const lockSpendableFunds = async (trx: Transaction<DB>, userId: string): Promise<SpendableFunds> =>
  toSpendableFunds(await lockFundsRows(trx, [userId]), userId)

const lockFundsRows = async (trx: Transaction<DB>, userIds: readonly string[]): Promise<FundsRow[]> =>
  (await sql<FundsRow>`${selectFundsRows(userIds)} for no key update of a`.execute(trx)).rows

/**
 * Locks the cash and vouchers of users until the transaction ends, in a fixed order and before any posting locks one. Returns the
 * vouchers with a positive balance. Uses one statement for any number of users.
 */
export async function lockVouchersOfUsers(trx: Transaction<DB>, userIds: readonly string[]): Promise<Voucher[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<FundsRow>`
    with held as materialized (${selectFundsRows(userIds)} for no key update of a)
    select * from held where id is not null and balance > 0`.execute(trx)
  return toVouchers(rows)
}

/** Loads product, region and excluded vouchers of instances, by instance id. */
export async function loadInstancePurposes(
  db: Kysely<DB>,
  instanceIds: readonly string[],
): Promise<Map<string, Pick<ChargePurpose, 'product_id' | 'region_id' | 'off'>>> {
  if (instanceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('instances as i')
    .leftJoin('instance_voucher_rules as r', 'r.instance_id', 'i.id')
    .where('i.id', 'in', instanceIds)
    .select(['i.id', 'i.product_id', 'i.region_id', 'r.none', 'r.forbidden'])
    .execute()
  return new Map(
    rows.map(({ id, none, forbidden, ...place }) => [id, { ...place, off: none ? 'all' : ((forbidden ?? []) as string[]) }]),
  )
}

/** Builds the movements of a payment: one per voucher, then the user's cash. */
export function toPaymentMovements(userId: string, burnt: readonly ChargeAllocation[], to: 'revenue'): Movement[] {
  const vouchers = new Map<string, bigint>()
  for (const { id, amount } of burnt.flatMap((paid) => paid.vouchers)) vouchers.set(id, amount + (vouchers.get(id) ?? 0n))
  const cash = burnt.reduce((sum, paid) => sum + paid.cash, 0n)
  return [
    ...[...vouchers].map(([voucher, amountFen]) => ({ from: { voucher }, to, amount_fen: amountFen })),
    ...(cash > 0n ? [{ from: { user: userId }, to, amount_fen: cash }] : []),
  ]
}

export const sumVoucherPart = ({ vouchers }: ChargeAllocation): bigint => vouchers.reduce((sum, { amount }) => sum + amount, 0n)
