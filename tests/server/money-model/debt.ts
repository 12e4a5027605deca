import { expect } from 'vitest'
import type { JournalPosting, JournalRecords } from '#tests/server/money-model/journal.ts'

/** What a person owes, and its late fee: 0.1 % of the principal of each full day, whole fen (requirements §9). */
export class ModelDebt {
  #id: string | undefined
  #days = 0
  #principal_days = 0n
  #fee = 0n
  /** Late fees of all debts. */
  fees = 0n

  begin(row: JournalRecords['debt']): void {
    if (row?.id === this.#id) return
    this.#id = row?.id
    this.#days = 0
    this.#principal_days = 0n
    this.#fee = 0n
  }

  /** One full day more, at the balance before its fee. */
  #day(cash: bigint): bigint {
    const principal = -cash - this.#fee
    this.#days += 1
    this.#principal_days += principal > 0n ? principal : 0n
    const before = this.#fee
    this.#fee = this.#principal_days / 1000n
    this.fees += this.#fee - before
    return this.#fee - before
  }

  fee({ ref, idem }: JournalPosting, cash: bigint, wallet: string): Record<string, bigint> {
    expect(ref).toBe(this.#id)
    const fee = this.#day(cash)
    expect(idem).toBe(`late_fee:${ref}:${this.#days}`)
    return { [wallet]: -fee, revenue: fee }
  }

  /** A day whose fee is below 1 fen is counted all the same. */
  follow(row: JournalRecords['debt'], cash: bigint): void {
    if (!row) return
    if (row.days === this.#days + 1) expect(this.#day(cash)).toBe(0n)
    const { days, principal_days: principalDays, fee } = row
    expect([days, BigInt(principalDays), BigInt(fee)]).toEqual([this.#days, this.#principal_days, this.#fee])
  }
}
