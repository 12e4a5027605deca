import { type Kysely, sql, type Transaction } from 'kysely'
import { CouponScope, type CouponUse } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import type { DB } from '#server/db/types.ts'
import type { Movement } from '#server/ledger/ledger.ts'
import type { Burnable, Burnt } from '#server/ledger/voucher-allocation.ts'

/** A voucher with something left in it, in fen. */
export interface Voucher extends Burnable {
  user_id: string
  valid_from: Date
  scope: CouponScope
}

/** What a charge is for, as far as a voucher asks. */
export interface Purpose {
  use: CouponUse
  product_id: string
  region_id: string
  charge_rule: ChargeRule
  /** Vouchers its instance may not burn (product §4: coupon-config). */
  off?: 'all' | readonly string[]
}

const scopeTakes = (scope: CouponScope, { use, product_id, region_id, charge_rule }: Purpose): boolean =>
  (scope.uses?.includes(use) ?? true) &&
  (scope.product_ids?.includes(product_id) ?? true) &&
  (scope.region_ids?.includes(region_id) ?? true) &&
  (scope.charge_rules?.includes(charge_rule) ?? true)

const isOff = ({ off = [] }: Purpose, id: string): boolean => off === 'all' || off.includes(id)

/** Whether a voucher may pay for something, had its time come. */
export const takes = ({ id, scope }: Pick<Voucher, 'id' | 'scope'>, purpose: Purpose): boolean =>
  !isOff(purpose, id) && scopeTakes(scope, purpose)

/** Its time has come. What was used before its end is still paid by it: it ends by being emptied (docs/decisions/030). */
export const hasBegun = ({ valid_from }: Voucher, now: Date): boolean => valid_from <= now
/** For whatever is bought or goes on running from now. */
export const isInForce = (voucher: Voucher, now: Date): boolean => hasBegun(voucher, now) && voucher.valid_until > now

interface Row {
  id: string | null
  user_id: string
  balance: bigint
  valid_from: Date
  valid_until: Date
  scope: unknown
}

const columns = sql`a.voucher_id as id, a.user_id, a.balance_fen as balance, c.valid_from, c.valid_until, p.scope`
const joined = sql`accounts a left join coupons c on c.id = a.voucher_id left join coupon_campaigns p on p.id = c.campaign_id`
const vouchersIn = (rows: readonly Row[]): Voucher[] =>
  rows.flatMap(({ id, scope, ...row }) => (id === null ? [] : [{ ...row, id, scope: CouponScope.parse(scope) }]))

/** What a user can pay with: cash, negative in arrears, and what is left in vouchers. */
export interface Purse {
  cash_fen: bigint
  vouchers: Voucher[]
}

const purses = (user_ids: readonly string[]) => sql<Row>`select ${columns} from ${joined} where a.id = any(array(
      select id from accounts where user_id = any(${user_ids}::text[]) and kind = 'cash'
      union all select id from accounts where user_id = any(${user_ids}::text[]) and kind = 'voucher' and balance_fen > 0))
    order by a.id`

function purseIn(rows: readonly Row[], user_id: string): Purse {
  const cash = rows.find(({ id }) => id === null)
  if (!cash) throw new Error(`no wallet of ${user_id}`)
  return { cash_fen: cash.balance, vouchers: vouchersIn(rows).filter(({ balance }) => balance > 0n) }
}

export const purseOf = async (db: Kysely<DB>, user_id: string): Promise<Purse> =>
  purseIn((await purses([user_id]).execute(db)).rows, user_id)

/** The same, held until the transaction ends; as `lockPurses`. */
export const lockPurse = async (trx: Transaction<DB>, user_id: string): Promise<Purse> =>
  purseIn(await lockRows(trx, [user_id]), user_id)

const lockRows = async (trx: Transaction<DB>, user_ids: readonly string[]): Promise<Row[]> =>
  (await sql<Row>`${purses(user_ids)} for no key update of a`.execute(trx)).rows

/**
 * Holds the cash and the vouchers of users until the transaction ends, taken in one order before any posting takes one,
 * and answers what is left in the vouchers. One statement for any number of users.
 */
export async function lockPurses(trx: Transaction<DB>, user_ids: readonly string[]): Promise<Voucher[]> {
  if (user_ids.length === 0) return []
  return vouchersIn(await lockRows(trx, user_ids)).filter(({ balance }) => balance > 0n)
}

/** What instances are and which vouchers they may not burn, by instance id. */
export async function placesOf(
  db: Kysely<DB>,
  instance_ids: readonly string[],
): Promise<Map<string, Pick<Purpose, 'product_id' | 'region_id' | 'off'>>> {
  if (instance_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('instances as i')
    .leftJoin('instance_voucher_rules as r', 'r.instance_id', 'i.id')
    .where('i.id', 'in', instance_ids)
    .select(['i.id', 'i.product_id', 'i.region_id', 'r.none', 'r.forbidden'])
    .execute()
  return new Map(
    rows.map(({ id, none, forbidden, ...place }) => [id, { ...place, off: none ? 'all' : ((forbidden ?? []) as string[]) }]),
  )
}

/** The legs of a payment: each voucher once, then the cash of its user. */
export function movementsOf(user_id: string, burnt: readonly Burnt[], to: 'revenue'): Movement[] {
  const vouchers = new Map<string, bigint>()
  for (const { id, amount } of burnt.flatMap((paid) => paid.vouchers)) vouchers.set(id, amount + (vouchers.get(id) ?? 0n))
  const cash = burnt.reduce((sum, paid) => sum + paid.cash, 0n)
  return [
    ...[...vouchers].map(([voucher, amount_fen]) => ({ from: { voucher }, to, amount_fen })),
    ...(cash > 0n ? [{ from: { user: user_id }, to, amount_fen: cash }] : []),
  ]
}

export const voucherPart = ({ vouchers }: Burnt): bigint => vouchers.reduce((sum, { amount }) => sum + amount, 0n)
