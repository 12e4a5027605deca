import type { LedgerEntryKind } from '#contract/wallet.ts'

/** A ledger entry of a user's cash, signs as posted. */
export interface CashEntry {
  id: bigint
  transaction_id: bigint
  user_id: string
  kind: LedgerEntryKind
  amount_fen: bigint
  /** For an order and its refund: the order id. */
  ref: string | null
  /** Money given by an operator: an adjustment, or a refund that did not take back the purchase. */
  gift: boolean
}

/** How a charge has been paid so far; the rest was paid by gifts from operators. */
export interface PaidShare {
  paid_fen: bigint
  owed_fen: bigint
}

interface OwedCharge extends PaidShare {
  id: bigint
  fen: bigint
}

/** Funds in a wallet by origin, and its unpaid charges, oldest first. */
interface WalletFunds {
  paid: bigint
  gift: bigint
  owed: OwedCharge[]
}

const minFen = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Adds funds of one kind; they pay unpaid charges first. */
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

/** Takes funds, `first` one kind and then the other; returns the amount of each. */
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
 * Returns the charges of a family's wallets, by entry, that paid-in money does not cover in full (docs/decisions/054). Payments
 * cover unpaid charges in ledger order. Gifts from operators are spent first and so are never anybody's income. Later entries
 * never make a charge less paid.
 */
export function computeUnderpaidCharges(entries: readonly CashEntry[]): Map<bigint, PaidShare> {
  const wallets = new Map<string, WalletFunds>()
  const of = (userId: string): WalletFunds => {
    const coins = wallets.get(userId) ?? { paid: 0n, gift: 0n, owed: [] }
    wallets.set(userId, coins)
    return coins
  }
  const known: OwedCharge[] = []
  /** Gifts spent on each order; its refund gives them back first. */
  const gifts = new Map<string, bigint>()
  for (const legs of groupByPosting(entries)) {
    const [entry] = legs as [CashEntry, ...CashEntry[]]
    const coins = of(entry.user_id)
    const fen = entry.amount_fen < 0n ? -entry.amount_fen : entry.amount_fen
    if (legs.length === 2) {
      // Money set aside for a sub-account, or taken back, keeps its kind.
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

/** Groups the entries by transaction, in a possible posting order. */
function groupByPosting(entries: readonly CashEntry[]): CashEntry[][] {
  const postings = new Map<bigint, CashEntry[]>()
  for (const entry of entries) postings.set(entry.transaction_id, [...(postings.get(entry.transaction_id) ?? []), entry])
  const last = (legs: readonly CashEntry[]) => legs.reduce((id, entry) => (entry.id > id ? entry.id : id), 0n)
  return [...postings.values()].sort((a, b) => Number(last(a) - last(b)))
}
