import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { EntryKind } from '#contract/wallet.ts'
import type { DB } from '#server/db/types.ts'
import { ledgerRepo, type Place, type PlatformAccount, type WalletKind } from '#server/ledger/ledger.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** A movement of whole fen from one account to another. */
export interface Movement {
  from: Place
  to: Place
  amount_fen: bigint
}

export interface Posting {
  /** One effect for one key, for ever: `recharge:<trade_no>`, `order:<id>`, `usage:<segment>:<from_s>`. */
  idem: string
  kind: EntryKind
  /** What the person reads in 收支明细. */
  title: string
  /** Id of the order, recharge or instance behind it. */
  ref?: string
  at: Date
  movements: readonly Movement[]
}

const wallet_kinds: readonly WalletKind[] = ['cash', 'frozen', 'income', 'income_frozen']

/** Opens the wallets of a new user. */
export async function openAccounts(trx: Transaction<DB>, user_id: string): Promise<void> {
  await trx
    .insertInto('accounts')
    .values(wallet_kinds.map((kind) => ({ kind, user_id })))
    .execute()
}

/** Opens the account of a new voucher; it is empty until something is granted to it. */
export async function openVoucher(trx: Transaction<DB>, user_id: string, voucher_id: string): Promise<void> {
  await trx.insertInto('accounts').values({ kind: 'voucher', user_id, voucher_id }).execute()
}

/**
 * Posts one balanced transaction and returns its id, or undefined when `idem` is posted already.
 * The database keeps the balances and refuses an unbalanced posting; a debit beyond the balance is refused with
 * `insufficient_balance`, save for usage, which always posts (product §5).
 */
export async function post(trx: Transaction<DB>, posting: Posting): Promise<bigint | undefined> {
  const [id] = await postAll(trx, [posting])
  return id
}

/** As `post`, many at once, in a number of statements that does not grow with them: ids in the order given. */
export async function postAll(trx: Transaction<DB>, postings: readonly Posting[]): Promise<(bigint | undefined)[]> {
  if (postings.length === 0) return []
  const legs = new Map(postings.map((posting) => [posting.idem, legsOf(posting)]))
  const created = await ledgerRepo(trx).insertTransactions(postings)
  const id_of = new Map(created.map(({ idem, id }) => [idem, id]))
  const posted = [...legs].flatMap(([idem, own]) => (id_of.has(idem) ? own.map((leg) => ({ ...leg, idem })) : []))
  const accounts = await ledgerRepo(trx).accountsOf(posted.map(({ place }) => place))
  const account_of = new Map(accounts.map((account) => [nameOf(placeOf(account)), account.id]))
  // Rows are locked in one order, so that two postings never wait for each other: wallets by id, which callers may hold
  // already, then what belongs to the platform and is shared by all.
  const entries = posted
    .map(({ place, idem, amount_fen }) => {
      const account_id = account_of.get(nameOf(place))
      if (account_id === undefined) throw new Error(`no ledger account for ${nameOf(place)}`)
      return { transaction_id: id_of.get(idem)!, account_id, amount_fen, shared: typeof place === 'string' }
    })
    .sort((a, b) => Number(a.shared) - Number(b.shared) || Number(a.account_id - b.account_id))
  await ledgerRepo(trx)
    .insertEntries(entries)
    .catch((error: { code?: string }) => {
      throw error.code === 'ZS003' ? new Refusal('insufficient_balance') : error
    })
  return postings.map(({ idem }) => id_of.get(idem))
}

interface Leg {
  place: Place
  amount_fen: bigint
}

const nameOf = (place: Place): string => {
  if (typeof place === 'string') return place
  return 'voucher' in place ? `voucher:${place.voucher}` : `${place.wallet ?? 'cash'}:${place.user}`
}

const placeOf = ({ kind, user_id, voucher_id }: { kind: string; user_id: string | null; voucher_id: string | null }): Place => {
  if (voucher_id !== null) return { voucher: voucher_id }
  return user_id === null ? (kind as PlatformAccount) : { user: user_id, wallet: kind as WalletKind }
}

/** One leg per account: movements on the same account are summed, zeros dropped. */
function legsOf({ idem, movements }: Posting): Leg[] {
  const sums = new Map<string, Leg>()
  const add = (place: Place, amount_fen: bigint) => {
    const name = nameOf(place)
    sums.set(name, { place, amount_fen: amount_fen + (sums.get(name)?.amount_fen ?? 0n) })
  }
  for (const { from, to, amount_fen } of movements) {
    if (amount_fen <= 0n) throw new RangeError('a movement is positive')
    add(from, -amount_fen)
    add(to, amount_fen)
  }
  const legs = [...sums.values()].filter((leg) => leg.amount_fen !== 0n)
  if (legs.length < 2) throw new RangeError(`nothing to post for ${idem}`)
  return legs
}

/** What a posting took from its user, wallet by wallet and voucher by voucher; nothing where there is no such posting. */
export async function takenBy(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  idem: string,
): Promise<{ from: Place; amount_fen: bigint }[]> {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .where('t.idem', '=', idem)
    .where('a.user_id', 'is not', null)
    .where('e.amount_fen', '<', 0n)
    .select(['a.kind', 'a.user_id', 'a.voucher_id', 'e.amount_fen'])
    .orderBy('a.id')
    .execute()
  return rows.map(({ amount_fen, ...account }) => ({ from: placeOf(account), amount_fen: -amount_fen }))
}

/** Balances of all wallets of a user, in fen; vouchers are not among them. */
export async function walletBalances(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  user_id: string,
): Promise<Record<WalletKind, bigint>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['kind', 'balance_fen'])
    .where('user_id', '=', user_id)
    .where('kind', 'in', wallet_kinds)
    .execute()
  return Object.fromEntries(rows.map(({ kind, balance_fen }) => [kind, balance_fen])) as Record<WalletKind, bigint>
}

/** Balance of a user's cash in fen; negative = arrears. `lock` holds the row until the transaction ends. */
export async function cashBalance(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  user_id: string,
  options: { lock?: true } = {},
): Promise<bigint> {
  const query = db.selectFrom('accounts').select('balance_fen').where('user_id', '=', user_id).where('kind', '=', 'cash')
  const row = await (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
  return row.balance_fen
}

type CashTotals = Partial<Record<EntryKind, bigint>>

/** What of a user's cash was consumed, in fen: use, tokens, orders and late fees, less what was given back (product §5). */
export const consumedFen = ({ usage = 0n, llm_usage = 0n, order = 0n, late_fee = 0n, refund = 0n }: CashTotals): bigint =>
  -(usage + llm_usage + order + late_fee + refund)

/** Sums of a user's cash entries by kind, in fen, signs as posted. */
export async function cashTotals(db: Pick<Transaction<DB>, 'selectFrom'>, user_id: string): Promise<CashTotals> {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .where('a.user_id', '=', user_id)
    .where('a.kind', '=', 'cash')
    .groupBy('t.kind')
    .select(['t.kind', sql<bigint>`sum(e.amount_fen)::bigint`.as('total')])
    .execute()
  return Object.fromEntries(rows.map((row) => [row.kind, row.total]))
}
