/** What burns when something is paid: a voucher, or what is left of one. */
export interface SpendableVoucher {
  id: string
  /** In the unit of the charges it is to pay. */
  balance: bigint
  valid_until: Date
}

/** How one charge is paid: by vouchers in the order they burn, and the rest in cash. */
export interface ChargeAllocation {
  vouchers: { id: string; amount: bigint }[]
  cash: bigint
}

const compareExpiry = (a: SpendableVoucher, b: SpendableVoucher): number =>
  a.valid_until.getTime() - b.valid_until.getTime() || Number(a.balance - b.balance) || (a.id < b.id ? -1 : 1)

/** The voucher that burns first of those that may: the earliest expiry, then the smallest balance (product §5). */
const findNextVoucher = <V extends SpendableVoucher>(vouchers: readonly V[]): V | undefined =>
  vouchers.filter(({ balance }) => balance > 0n).sort(compareExpiry)[0]

/**
 * Pays charges one after the other, each by the vouchers that serve it in the order they burn, then in cash (product §5).
 * Knows no unit: fen, or micro-yuan for what is only foreseen. Leaves its arguments as they are; `left` is what the
 * vouchers have then.
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

/** What burns all the time, per second in 1/36 000 000 fen: a price per hour in micro-yuan is just that. */
export interface RunningCharge {
  amount: bigint
}

const unitPerFen = 36_000_000n

/**
 * What of cash and vouchers can be burnt before something that runs finds nothing to pay it, in fen; exact to the second.
 * Without vouchers that is the cash, and without a fire as well. 0 when something finds nothing to pay it right now.
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
    // Nothing that can be used is burnt by what runs: the cash is all there is.
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
