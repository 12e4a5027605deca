import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateCharges, computeSpendableFen, type SpendableVoucher } from '#server/ledger/voucher-allocation.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
const voucher = (id: string, balance: bigint, ends: number): SpendableVoucher => ({ id, balance, valid_until: day(ends) })
const any = () => true

describe('product §5 Burn order', () => {
  it('takes ¥5 of what expires first, then ¥1 of the other, and no cash', () => {
    const { burnt, left } = allocateCharges([{ amount: 600n }], [voucher('later', 300n, 9), voucher('first', 500n, 1)], any)
    expect(burnt).toEqual([
      {
        vouchers: [
          { id: 'first', amount: 500n },
          { id: 'later', amount: 100n },
        ],
        cash: 0n,
      },
    ])
    expect(left.map(({ id, balance }) => [id, balance])).toEqual([
      ['later', 200n],
      ['first', 0n],
    ])
  })

  it('takes the smallest of those that expire together', () => {
    const { burnt } = allocateCharges([{ amount: 600n }], [voucher('big', 500n, 1), voucher('small', 300n, 1)], any)
    expect(burnt[0]?.vouchers).toEqual([
      { id: 'small', amount: 300n },
      { id: 'big', amount: 300n },
    ])
  })

  it('leaves to cash what vouchers do not cover', () => {
    expect(allocateCharges([{ amount: 600n }], [voucher('one', 500n, 1)], any).burnt).toEqual([
      { vouchers: [{ id: 'one', amount: 500n }], cash: 100n },
    ])
  })

  it('burns for each charge only what serves it', () => {
    const charges = [
      { amount: 100n, on: 'a' },
      { amount: 100n, on: 'b' },
    ]
    const { burnt } = allocateCharges(charges, [voucher('b', 150n, 1)], ({ id }, { on }) => id === on)
    expect(burnt).toEqual([
      { vouchers: [], cash: 100n },
      { vouchers: [{ id: 'b', amount: 100n }], cash: 0n },
    ])
  })

  it('changes nothing it was given', () => {
    const given = voucher('one', 500n, 1)
    allocateCharges([{ amount: 600n }], [given], any)
    expect(given.balance).toBe(500n)
  })

  const scene = fc.record({
    vouchers: fc
      .array(fc.record({ balance: fc.bigInt(0n, 60n), ends: fc.integer({ min: 0, max: 4 }) }), { maxLength: 6 })
      .map((rows) => rows.map(({ balance, ends }, nth) => voucher(`v${nth}`, balance, ends))),
    charges: fc.array(
      fc.record({ amount: fc.bigInt(0n, 90n), served: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 }) }),
      { maxLength: 5 },
    ),
  })
  type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never
  const serves = ({ id }: SpendableVoucher, { served }: Scene['charges'][number]) => served.includes(Number(id.slice(1)))

  /** Fen by fen: the next one comes from the voucher that expires first, of those the one with least left. */
  function slowly({ vouchers, charges }: Scene) {
    const left = vouchers.map((one) => ({ ...one }))
    return charges.map((charge) => {
      const taken: Record<string, bigint> = {}
      let cash = 0n
      for (let fen = 0n; fen < charge.amount; fen += 1n) {
        let next: SpendableVoucher | undefined
        for (const one of left) {
          if (one.balance === 0n || !serves(one, charge)) continue
          const [a, b] = [one.valid_until.getTime(), next?.valid_until.getTime() ?? 0]
          if (!next || a < b || (a === b && (one.balance < next.balance || (one.balance === next.balance && one.id < next.id))))
            next = one
        }
        if (!next) cash += 1n
        else {
          next.balance -= 1n
          taken[next.id] = (taken[next.id] ?? 0n) + 1n
        }
      }
      return { taken, cash }
    })
  }

  it('is that of a model which takes one fen after the other', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const { burnt } = allocateCharges(drawn.charges, drawn.vouchers, serves)
        const said = burnt.map(({ vouchers, cash }) => ({
          taken: Object.fromEntries(vouchers.map(({ id, amount }) => [id, amount])),
          cash,
        }))
        expect(said).toEqual(slowly(drawn))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('product §5 How far the money reaches', () => {
  const now = day(0)
  const perHour = (yuan: number) => ({ amount: BigInt(Math.round(yuan * 1e6)), on: 'x' })

  it('is the cash where there are no vouchers', () => {
    expect(computeSpendableFen(1234n, [perHour(2.28)], [], any, now)).toBe(1234n)
    expect(computeSpendableFen(-5n, [perHour(2.28)], [voucher('one', 500n, 9)], any, now)).toBe(-5n)
  })

  it('counts vouchers that serve what runs, without cash as well', () => {
    expect(computeSpendableFen(0n, [perHour(2.28)], [voucher('one', 1000n, 9)], any, now)).toBe(1000n)
    expect(computeSpendableFen(100n, [perHour(2.28)], [voucher('one', 1000n, 9)], any, now)).toBe(1100n)
  })

  it('is nothing when one of those that run finds nothing to pay it', () => {
    const running = [perHour(1), { ...perHour(1), on: 'other' }]
    expect(computeSpendableFen(0n, running, [voucher('one', 1000n, 9)], (_, { on }) => on === 'x', now)).toBe(0n)
  })

  it('counts of a voucher only what burns before it expires', () => {
    // ¥1 an hour for 24 hours.
    expect(computeSpendableFen(0n, [perHour(1)], [voucher('one', 100_000n, 1)], any, now)).toBe(2400n)
  })

  it('is what a model burns that goes second by second', () => {
    const unit = 36_000_000n
    const drawn = fc.record({
      cash: fc.bigInt(0n, 300n),
      prices: fc.array(fc.integer({ min: 1_000_000, max: 20_000_000 }), { minLength: 1, maxLength: 3 }),
      vouchers: fc.array(
        fc.record({ balance: fc.bigInt(0n, 300n), ends_s: fc.integer({ min: 0, max: 3600 }), up_to: fc.nat(2) }),
        { maxLength: 3 },
      ),
    })
    const serves = ({ up_to: upTo }: { up_to: number }, { nth }: { nth: number }) => upTo >= nth
    fc.assert(
      fc.property(drawn, ({ cash, prices, vouchers }) => {
        const held = vouchers.map(({ ends_s: endsS, ...one }, nth) => ({
          ...one,
          id: `v${nth}`,
          valid_until: new Date(now.getTime() + endsS * 1000),
        }))
        const running = prices.map((price, nth) => ({ amount: BigInt(price), nth }))
        const left = held.map((one) => ({ ...one, balance: one.balance * unit }))
        let [purse, burnt] = [cash * unit, 0n]
        for (let at = now.getTime(); ; at += 1000) {
          const before = left.reduce((sum, { balance }) => sum + balance, purse)
          const paid = running.every((charge) => {
            const alive = left.filter((one) => one.valid_until.getTime() > at && one.balance > 0n && serves(one, charge))
            const first = alive.sort(
              (a, b) => a.valid_until.getTime() - b.valid_until.getTime() || Number(a.balance - b.balance),
            )[0]
            if (first) first.balance -= first.balance < charge.amount ? first.balance : charge.amount
            else if (purse < charge.amount) return false
            else purse -= charge.amount
            return true
          })
          if (!paid) break
          burnt += before - left.reduce((sum, { balance }) => sum + balance, purse)
        }
        const difference = computeSpendableFen(cash, running, held, serves, now) - (burnt + purse) / unit
        expect(difference >= -6n && difference <= 6n, `${difference}`).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
