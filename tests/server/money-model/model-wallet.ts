import type { CouponUse } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'

/** What something is paid for, as a voucher asks. */
export interface SpendingPurpose {
  use: CouponUse
  product_id: string
  charge_rule: ChargeRule
}

export interface ModelVoucher {
  id: string
  fen: bigint
  until: number
  /** What it pays for; everything where nothing is said. */
  only?: Partial<SpendingPurpose>
}

/** How something is paid. */
export interface PaymentSplit {
  vouchers: Map<string, bigint>
  cash: bigint
}

export const sumSplitVouchers = ({ vouchers }: PaymentSplit): bigint => [...vouchers.values()].reduce((sum, fen) => sum + fen, 0n)

const serves = ({ only = {} }: ModelVoucher, purpose: SpendingPurpose): boolean =>
  Object.entries(only).every(([field, value]) => purpose[field as keyof SpendingPurpose] === value)

/** One person's money in fen. */
export class ModelWallet {
  cash = 0n
  frozen = 0n
  income = 0n
  income_frozen = 0n
  vouchers: ModelVoucher[] = []

  get voucher_fen(): bigint {
    return this.vouchers.reduce((sum, { fen }) => sum + fen, 0n)
  }

  /** Vouchers that serve only some things, or not for ever: then what burns depends on the order in which it burns. */
  get choosy(): boolean {
    return this.vouchers.some(({ fen, only }) => fen > 0n && only !== undefined)
  }

  /**
   * How charges are paid one after the other: vouchers before cash, of those the earliest to expire, then the smallest
   * (product §5). What is over pays only for what was used while it was not: `ahead` leaves it out.
   */
  plan(charges: readonly { fen: bigint; purpose: SpendingPurpose; ahead?: number }[]): PaymentSplit[] {
    const left = new Map(this.vouchers.map(({ id, fen }) => [id, fen]))
    return charges.map(({ fen, purpose, ahead }) => {
      const split: PaymentSplit = { vouchers: new Map(), cash: fen }
      const own = this.vouchers.filter((one) => serves(one, purpose) && (ahead === undefined || one.until > ahead))
      while (split.cash > 0n) {
        const [first] = own
          .filter(({ id }) => left.get(id)! > 0n)
          .sort((a, b) => a.until - b.until || Number(left.get(a.id)! - left.get(b.id)!) || (a.id < b.id ? -1 : 1))
        if (!first) break
        const part = left.get(first.id)! < split.cash ? left.get(first.id)! : split.cash
        left.set(first.id, left.get(first.id)! - part)
        split.vouchers.set(first.id, (split.vouchers.get(first.id) ?? 0n) + part)
        split.cash -= part
      }
      return split
    })
  }

  /** Adds `fen` to one of its wallets or vouchers. */
  add(place: string, fen: bigint): void {
    const voucher = this.vouchers.find(({ id }) => place === `voucher ${id}`)
    if (voucher) voucher.fen += fen
    else if (place === 'cash' || place === 'frozen' || place === 'income' || place === 'income_frozen') this[place] += fen
    else throw new Error(`no wallet ${place}`)
  }

  /** Every wallet and voucher that holds something, cash always. */
  balances(): Record<string, bigint> {
    const { cash, frozen, income, income_frozen: incomeFrozen } = this
    const all = {
      frozen,
      income,
      income_frozen: incomeFrozen,
      ...Object.fromEntries(this.vouchers.map(({ id, fen }) => [`voucher ${id}`, fen])),
    }
    return { cash, ...Object.fromEntries(Object.entries(all).filter(([, fen]) => fen !== 0n)) }
  }
}
