/** What burns when something is paid: a voucher, or what is left of one. */
export interface Burnable {
  id: string
  /** In the unit of the charges it is to pay. */
  balance: bigint
  valid_until: Date
}

/** How one charge is paid: by vouchers in the order they burn, and the rest in cash. */
export interface Burnt {
  vouchers: { id: string; amount: bigint }[]
  cash: bigint
}

const sooner = (a: Burnable, b: Burnable): number =>
  a.valid_until.getTime() - b.valid_until.getTime() || Number(a.balance - b.balance) || (a.id < b.id ? -1 : 1)

/** The voucher that burns first of those that may: the earliest expiry, then the smallest balance (product §5). */
const firstToBurn = <V extends Burnable>(vouchers: readonly V[]): V | undefined =>
  vouchers.filter(({ balance }) => balance > 0n).sort(sooner)[0]

/**
 * Pays charges one after the other, each by the vouchers that serve it in the order they burn, then in cash (product §5).
 * Knows no unit: fen, or micro-yuan for what is only foreseen. Leaves its arguments as they are; `left` is what the
 * vouchers have then.
 */
export function planBurn<C extends { amount: bigint }, V extends Burnable>(
  charges: readonly C[],
  vouchers: readonly V[],
  serves: (voucher: V, charge: C) => boolean,
): { burnt: Burnt[]; left: V[] } {
  const left = vouchers.map((voucher) => ({ ...voucher }))
  const burnt = charges.map((charge) => {
    const mine = left.filter((voucher) => serves(voucher, charge))
    const paid: Burnt = { vouchers: [], cash: charge.amount }
    for (let first = firstToBurn(mine); paid.cash > 0n && first; first = firstToBurn(mine)) {
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
export interface Burning {
  amount: bigint
}

const unit_per_fen = 36_000_000n

/**
 * What of cash and vouchers can be burnt before something that runs finds nothing to pay it, in fen; exact to the second.
 * Without vouchers that is the cash, and without a fire as well. 0 when something finds nothing to pay it right now.
 */
export function reachFen<C extends Burning, V extends Burnable>(
  cash_fen: bigint,
  running: readonly C[],
  vouchers: readonly V[],
  serves: (voucher: V, charge: C) => boolean,
  now: Date,
): bigint {
  if (cash_fen < 0n || running.length === 0) return cash_fen
  const left = vouchers.map((voucher) => ({ ...voucher, balance: voucher.balance * unit_per_fen }))
  const total = () => left.reduce((sum, { balance }) => sum + balance, 0n)
  let cash = cash_fen * unit_per_fen
  let burnt = 0n
  let at = now.getTime()
  for (;;) {
    const alive = left.filter(({ balance, valid_until }) => balance > 0n && valid_until.getTime() > at)
    if (alive.length === 0) return (burnt + cash) / unit_per_fen
    const payers = running.map((charge) => firstToBurn(alive.filter((voucher) => serves(voucher, charge))))
    const cash_rate = sumOf(running.filter((_, nth) => !payers[nth]))
    if (cash_rate > 0n && cash < cash_rate) return (burnt + cash) / unit_per_fen
    const rates = alive.flatMap((voucher) => {
      const rate = sumOf(running.filter((_, nth) => payers[nth] === voucher))
      return rate > 0n ? [{ voucher, rate }] : []
    })
    // Nothing that can be used is burnt by what runs: the cash is all there is.
    if (rates.length === 0) return (burnt + cash) / unit_per_fen
    const ends = Math.min(...alive.map(({ valid_until }) => Math.ceil((valid_until.getTime() - at) / 1000)))
    const seconds = [
      BigInt(ends),
      ...rates.map(({ voucher, rate }) => voucher.balance / rate),
      ...(cash_rate > 0n ? [cash / cash_rate] : []),
    ].reduce((least, next) => (next < least ? next : least))
    const step = seconds > 0n ? seconds : 1n
    const before = total()
    for (const { voucher, rate } of rates) {
      const wanted = rate * step
      voucher.balance -= wanted < voucher.balance ? wanted : voucher.balance
    }
    burnt += before - total() + cash_rate * step
    cash -= cash_rate * step
    at += Number(step) * 1000
  }
}

const sumOf = (charges: readonly Burning[]): bigint => charges.reduce((sum, { amount }) => sum + amount, 0n)
