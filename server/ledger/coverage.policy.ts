import type { LedgerEntryKind } from '#contract/wallet.ts'

/** An entry of somebody's cash, signs as posted. */
export interface CashEntry {
  id: bigint
  transaction_id: bigint
  user_id: string
  kind: LedgerEntryKind
  amount_fen: bigint
  /** Of an order and of its refund: which order it is. */
  ref: string | null
  /** Given by an operator: an adjustment, or a refund that left the order what it had bought. */
  gift: boolean
}

/** How a charge was paid so far, the rest of it by what operators gave. */
export interface PaidShare {
  paid_fen: bigint
  owed_fen: bigint
}

interface OwedCharge extends PaidShare {
  id: bigint
  fen: bigint
}

/** What lies in a wallet, by where it came from, and what is owed out of it, the oldest first. */
interface WalletFunds {
  paid: bigint
  gift: bigint
  owed: OwedCharge[]
}

const minFen = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Coins of one kind come in: first for what is owed. */
function addFunds(coins: WalletFunds, kind: 'paid' | 'gift', fen: bigint): void {
  let left = fen
  while (left > 0n && coins.owed[0]) {
    const [charge] = coins.owed
    const part = minFen(charge.owed_fen, left)
    charge.owed_fen -= part
    if (kind === 'paid') charge.paid_fen += part
    left -= part
    if (charge.owed_fen === 0n) coins.owed.shift()
  }
  coins[kind] += left
}

/** Takes coins out, those of one kind first; answers how many of each there were. */
function takeFunds(coins: WalletFunds, first: 'paid' | 'gift', fen: bigint): { paid: bigint; gift: bigint } {
  const taken = { paid: 0n, gift: 0n }
  let left = fen
  for (const kind of first === 'paid' ? (['paid', 'gift'] as const) : (['gift', 'paid'] as const)) {
    taken[kind] = minFen(coins[kind], left)
    coins[kind] -= taken[kind]
    left -= taken[kind]
  }
  return taken
}

const chargeKinds: ReadonlySet<LedgerEntryKind> = new Set(['usage', 'llm_usage', 'order', 'late_fee'])

/**
 * Which charges of a family of wallets were paid with money that was paid in (docs/decisions/054). Payments cover what is
 * owed in the order of the ledger; what operators gave is spent before it, and so is never anybody's income. Answers the
 * charges that are not paid in full, by entry. Nothing that comes later makes a charge less paid than it was.
 */
export function computeUnderpaidCharges(entries: readonly CashEntry[]): Map<bigint, PaidShare> {
  const wallets = new Map<string, WalletFunds>()
  const of = (userId: string): WalletFunds => {
    const coins = wallets.get(userId) ?? { paid: 0n, gift: 0n, owed: [] }
    wallets.set(userId, coins)
    return coins
  }
  const known: OwedCharge[] = []
  /** What operators had given and orders took, by order: a refund gives back that first. */
  const gifts = new Map<string, bigint>()
  for (const legs of groupByPosting(entries)) {
    const [entry] = legs as [CashEntry, ...CashEntry[]]
    const coins = of(entry.user_id)
    const fen = entry.amount_fen < 0n ? -entry.amount_fen : entry.amount_fen
    if (legs.length === 2) {
      // Set aside for a sub-account, or taken back: the coins stay what they are.
      const [from, to] = [...legs].sort((a, b) => Number(a.amount_fen - b.amount_fen)) as [CashEntry, CashEntry]
      const taken = takeFunds(of(from.user_id), 'paid', -from.amount_fen)
      addFunds(of(to.user_id), 'paid', taken.paid)
      addFunds(of(to.user_id), 'gift', taken.gift)
    } else if (entry.amount_fen > 0n) {
      const taken = entry.kind === 'refund' ? (gifts.get(entry.ref ?? '') ?? 0n) : 0n
      const gift = entry.gift ? fen : minFen(taken, fen)
      if (!entry.gift && gift > 0n) gifts.set(entry.ref ?? '', taken - gift)
      addFunds(coins, 'gift', gift)
      addFunds(coins, 'paid', fen - gift)
    } else if (!chargeKinds.has(entry.kind)) takeFunds(coins, entry.gift ? 'gift' : 'paid', fen)
    else {
      const { paid, gift } = takeFunds(coins, 'gift', fen)
      const charge = { id: entry.id, fen, paid_fen: paid, owed_fen: fen - paid - gift }
      if (charge.owed_fen > 0n) coins.owed.push(charge)
      if (entry.kind === 'order') gifts.set(entry.ref ?? '', gift)
      known.push(charge)
    }
  }
  return new Map(
    known
      .filter(({ fen, paid_fen: paidFen }) => paidFen < fen)
      .map(({ id, paid_fen: paidFen, owed_fen: owedFen }) => [id, { paid_fen: paidFen, owed_fen: owedFen }]),
  )
}

/** The legs of each transaction together, in an order in which they can have been posted. */
function groupByPosting(entries: readonly CashEntry[]): CashEntry[][] {
  const postings = new Map<bigint, CashEntry[]>()
  for (const entry of entries) postings.set(entry.transaction_id, [...(postings.get(entry.transaction_id) ?? []), entry])
  const last = (legs: readonly CashEntry[]) => legs.reduce((id, entry) => (entry.id > id ? entry.id : id), 0n)
  return [...postings.values()].sort((a, b) => Number(last(a) - last(b)))
}
