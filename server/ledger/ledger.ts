import { sql, type Transaction } from 'kysely'
import type { LedgerEntryKind } from '#contract/wallet.ts'
import type { DB } from '#server/db/types.ts'
import { type Leg, ledgerRepo, type PlatformAccount, type PostingAccount, type WalletKind } from '#server/ledger/ledger.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** A transfer of whole fen between two accounts. */
export interface Movement {
  from: PostingAccount
  to: PostingAccount
  amount_fen: bigint
}

export interface Posting {
  /** Idempotency key; each has one effect, forever: `recharge:<trade_no>`, `order:<id>`, `usage:<segment>:<from_s>`. */
  idem: string
  kind: LedgerEntryKind
  /** Text shown to the user in 收支明细. */
  title: string
  /** Id of the related order, recharge or instance. */
  ref?: string
  at: Date
  movements: readonly Movement[]
}

const walletKinds: readonly WalletKind[] = ['cash', 'frozen', 'income', 'income_frozen']

/** Creates the wallets of a new user. */
export async function createWalletAccounts(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .insertInto('accounts')
    .values(walletKinds.map((kind) => ({ kind, user_id: userId })))
    .execute()
}

/** Creates the account of a new voucher; it is empty until something is granted. */
export async function createVoucherAccount(trx: Transaction<DB>, userId: string, voucherId: string): Promise<void> {
  await trx.insertInto('accounts').values({ kind: 'voucher', user_id: userId, voucher_id: voucherId }).execute()
}

/**
 * Posts one balanced transaction and returns its id, or undefined if `idem` is already posted. The database maintains balances
 * and rejects unbalanced postings. Overdrawing fails with `insufficient_balance`, except for usage (product §5).
 */
export async function recordPosting(trx: Transaction<DB>, posting: Posting): Promise<bigint | undefined> {
  const [id] = await recordPostings(trx, [posting])
  return id
}

/** Posts many transactions like `recordPosting` in one statement; returns the ids in the given order. */
export async function recordPostings(trx: Transaction<DB>, postings: readonly Posting[]): Promise<(bigint | undefined)[]> {
  if (postings.length === 0) return []
  const distinct = [...new Map(postings.map((posting) => [posting.idem, posting])).values()]
  const placed = await ledgerRepo(trx).post(distinct, distinct.flatMap(computeLegs)).catch(refuseOverdraft)
  const nowhere = placed.find(({ account_id: accountId }) => accountId === null)
  if (nowhere) throw new Error(`no ledger account for ${toAccountKey(toPostingAccount(nowhere))}`)
  const idOf = new Map(placed.map(({ idem, transaction_id: id }) => [idem, id ?? undefined]))
  return postings.map(({ idem }) => idOf.get(idem))
}

const refuseOverdraft = (error: { code?: string }): never => {
  throw error.code === 'ZS003' ? new Refusal('insufficient_balance') : error
}

const toAccountKey = (place: PostingAccount): string => {
  if (typeof place === 'string') return place
  return 'voucher' in place ? `voucher:${place.voucher}` : `${place.wallet ?? 'cash'}:${place.user}`
}

const toPostingAccount = ({
  kind,
  user_id: userId,
  voucher_id: voucherId,
}: {
  kind: string
  user_id: string | null
  voucher_id: string | null
}): PostingAccount => {
  if (voucherId !== null) return { voucher: voucherId }
  return userId === null ? (kind as PlatformAccount) : { user: userId, wallet: kind as WalletKind }
}

/** Returns one leg per account: sums the movements of the same account and drops zeros. */
function computeLegs({ idem, movements }: Posting): Leg[] {
  const sums = new Map<string, Leg>()
  const add = (place: PostingAccount, amountFen: bigint) => {
    const name = toAccountKey(place)
    sums.set(name, { idem, place, amount_fen: amountFen + (sums.get(name)?.amount_fen ?? 0n) })
  }
  for (const { from, to, amount_fen: amountFen } of movements) {
    if (amountFen <= 0n) throw new RangeError('a movement is positive')
    add(from, -amountFen)
    add(to, amountFen)
  }
  const legs = [...sums.values()].filter((leg) => leg.amount_fen !== 0n)
  if (legs.length < 2) throw new RangeError(`nothing to post for ${idem}`)
  return legs
}

/** Lists what a posting took from its user, by wallet and voucher; empty if there is no such posting. */
export async function listTakenFunds(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  idem: string,
): Promise<{ from: PostingAccount; amount_fen: bigint }[]> {
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
  return rows.map(({ amount_fen: amountFen, ...account }) => ({ from: toPostingAccount(account), amount_fen: -amountFen }))
}

/** Returns the balances of all wallets of a user, in fen, without vouchers. */
export async function getWalletBalances(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  userId: string,
): Promise<Record<WalletKind, bigint>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['kind', 'balance_fen'])
    .where('user_id', '=', userId)
    .where('kind', 'in', walletKinds)
    .execute()
  return Object.fromEntries(rows.map(({ kind, balance_fen: balanceFen }) => [kind, balanceFen])) as Record<WalletKind, bigint>
}

/** Returns a user's cash balance in fen; negative means arrears. `lock` locks the row until the transaction ends. */
export async function getCashBalance(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  userId: string,
  options: { lock?: true } = {},
): Promise<bigint> {
  const query = db.selectFrom('accounts').select('balance_fen').where('user_id', '=', userId).where('kind', '=', 'cash')
  const row = await (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
  return row.balance_fen
}

/** Returns the cash balances of users in fen, by user; the wallets should be locked. */
export async function getCashBalances(
  db: Pick<Transaction<DB>, 'selectFrom'>,
  userIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'balance_fen'])
    .where('user_id', 'in', userIds)
    .where('kind', '=', 'cash')
    .execute()
  return new Map(rows.map(({ user_id: userId, balance_fen: balanceFen }) => [userId!, balanceFen]))
}

type CashTotals = Partial<Record<LedgerEntryKind, bigint>>

/** Computes a user's cash consumption in fen: usage, tokens, orders and late fees, minus refunds (product §5). */
export const computeConsumedFen = ({
  usage = 0n,
  llm_usage: llmUsage = 0n,
  order = 0n,
  late_fee: lateFee = 0n,
  refund = 0n,
}: CashTotals): bigint => -(usage + llmUsage + order + lateFee + refund)

/** Sums a user's cash entries by kind, in fen, signs as posted. */
export async function getCashTotals(db: Pick<Transaction<DB>, 'selectFrom'>, userId: string): Promise<CashTotals> {
  const rows = await db
    .selectFrom('account_days as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .where('a.user_id', '=', userId)
    .where('a.kind', '=', 'cash')
    .groupBy('d.kind')
    .select(['d.kind', sql<bigint>`sum(d.plus_fen + d.minus_fen)::bigint`.as('total')])
    .execute()
  return Object.fromEntries(rows.map((row) => [row.kind, row.total]))
}
