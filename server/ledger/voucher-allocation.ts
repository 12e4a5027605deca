/** A voucher, or its remainder, that can pay charges. */
export interface SpendableVoucher {
  id: string
  /** In the same unit as the charges. */
  balance: bigint
  valid_until: Date
}

/** How one charge is paid: by vouchers in spending order, and the rest in cash. */
export interface ChargeAllocation {
  vouchers: { id: string; amount: bigint }[]
  cash: bigint
}

const compareExpiry = (a: SpendableVoucher, b: SpendableVoucher): number =>
  a.valid_until.getTime() - b.valid_until.getTime() || Number(a.balance - b.balance) || (a.id < b.id ? -1 : 1)

/** Returns the usable voucher to spend first: earliest expiry, then smallest balance (product §5). */
const findNextVoucher = <V extends SpendableVoucher>(vouchers: readonly V[]): V | undefined =>
  vouchers.filter(({ balance }) => balance > 0n).sort(compareExpiry)[0]

/**
 * Pays charges one after the other, each first by applicable vouchers in spending order, then in cash (product §5). Works in any
 * unit: fen, or micro-yuan for forecasts. Does not modify its arguments; `left` holds the vouchers' remaining balances.
 */
export function allocateCharges<C extends { amount: bigint }, V extends SpendableVoucher>(
  charges: readonly C[],
  vouchers: readonly V[],
  serves: (voucher: V, charge: C) => boolean,
): { burnt: ChargeAllocation[]; left: V[] } {
  const left = vouchers.map((voucher) => ({ ...voucher }))
  const burnt = charges.map((charge) => {
    const mine = left.filter((voucher) => serves(voucher, charge))
    const paid: ChargeAllocation = { vouchers: [], cash: charge.amount }
    for (let first = findNextVoucher(mine); paid.cash > 0n && first; first = findNextVoucher(mine)) {
      const amount = first.balance < paid.cash ? first.balance : paid.cash
      first.balance -= amount
      paid.cash -= amount
      paid.vouchers.push({ id: first.id, amount })
    }
    return paid
  })
  return { burnt, left }
}

/** A continuous charge per second, in 1/36 000 000 fen: numerically equal to the hourly price in micro-yuan. */
export interface RunningCharge {
  amount: bigint
}

const unitPerFen = 36_000_000n

/**
 * Computes how much of cash and vouchers, in fen, can be spent before a running charge cannot be paid; exact to the second.
 * Equals the cash without vouchers or without running charges; 0 if a charge cannot be paid right now.
 */
export function computeSpendableFen<C extends RunningCharge, V extends SpendableVoucher>(
  cashFen: bigint,
  running: readonly C[],
  vouchers: readonly V[],
  serves: (voucher: V, charge: C) => boolean,
  now: Date,
): bigint {
  if (cashFen < 0n || running.length === 0) return cashFen
  const left = vouchers.map((voucher) => ({ ...voucher, balance: voucher.balance * unitPerFen }))
  const total = () => left.reduce((sum, { balance }) => sum + balance, 0n)
  let cash = cashFen * unitPerFen
  let burnt = 0n
  let at = now.getTime()
  for (;;) {
    const alive = left.filter(({ balance, valid_until: validUntil }) => balance > 0n && validUntil.getTime() > at)
    if (alive.length === 0) return (burnt + cash) / unitPerFen
    const payers = running.map((charge) => findNextVoucher(alive.filter((voucher) => serves(voucher, charge))))
    const cashRate = sumCharges(running.filter((_, nth) => !payers[nth]))
    if (cashRate > 0n && cash < cashRate) return (burnt + cash) / unitPerFen
    const rates = alive.flatMap((voucher) => {
      const rate = sumCharges(running.filter((_, nth) => payers[nth] === voucher))
      return rate > 0n ? [{ voucher, rate }] : []
    })
    // No running charge can use the remaining vouchers, so only the cash is left.
    if (rates.length === 0) return (burnt + cash) / unitPerFen
    const ends = Math.min(...alive.map(({ valid_until: validUntil }) => Math.ceil((validUntil.getTime() - at) / 1000)))
    const seconds = [
      BigInt(ends),
      ...rates.map(({ voucher, rate }) => voucher.balance / rate),
      ...(cashRate > 0n ? [cash / cashRate] : []),
    ].reduce((least, next) => (next < least ? next : least))
    const step = seconds > 0n ? seconds : 1n
    const before = total()
    for (const { voucher, rate } of rates) {
      const wanted = rate * step
      voucher.balance -= wanted < voucher.balance ? wanted : voucher.balance
    }
    burnt += before - total() + cashRate * step
    cash -= cashRate * step
    at += Number(step) * 1000
  }
}

const sumCharges = (charges: readonly RunningCharge[]): bigint => charges.reduce((sum, { amount }) => sum + amount, 0n)
