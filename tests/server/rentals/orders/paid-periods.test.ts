import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BoughtTime,
  computeCashLeft,
  computeConversionRefund,
  computeDowngradeRefund,
  computePaidPeriodsLeft,
  computeUpgradeFen,
  computeUsedFen,
  computeWorthReduction,
  findPaidFrom,
  formatSeconds,
  splitProportionally,
  splitRefund,
} from '#server/domains/rentals/orders/paid-periods.policy.ts'

const day = 86_400n
const hourMicro = 2_280_000n
const end = new Date('2028-03-01T00:00:00.000+08:00')
const secondsBefore = (seconds: number) => new Date(end.getTime() - seconds * 1000)
const bought = (orderId: string, days: bigint, amountFen: bigint, cashFen = amountFen): BoughtTime => ({
  order_id: orderId,
  seconds: days * day,
  amount_fen: amountFen,
  cash_fen: cashFen,
  returned_fen: 0n,
  image_micro: 0n,
})

describe('product §5 What of a package is left', () => {
  it('stacks orders back from the end: the newest ends where the package ends', () => {
    const orders = [bought('new', 2n, 10_944n), bought('old', 1n, 5_472n), bought('over', 7n, 38_304n)]
    const left = computePaidPeriodsLeft(orders, [], end, secondsBefore(2 * 86_400 + 3_600))
    expect(left.map(({ order_id: orderId, used_s: usedS, left_s: leftS }) => [orderId, usedS, leftS])).toEqual([
      ['new', 0n, 172_800n],
      ['old', 82_800n, 3_600n],
    ])
    expect(computePaidPeriodsLeft(orders, [], end, end)).toEqual([])
  })

  it('began with the order whose time is being used', () => {
    const orders = [bought('new', 2n, 10_944n), bought('old', 1n, 5_472n), bought('over', 7n, 38_304n)]
    expect(findPaidFrom(orders, end, secondsBefore(2 * 86_400 + 3_600))).toEqual(secondsBefore(3 * 86_400))
    expect(findPaidFrom(orders, end, secondsBefore(3_600))).toEqual(secondsBefore(2 * 86_400))
    expect(findPaidFrom(orders, end, end)).toBeUndefined()
  })

  it('counts whole seconds that are over, and a started one not at all', () => {
    const [stretch] = computePaidPeriodsLeft([bought('a', 1n, 5_472n)], [], end, new Date(secondsBefore(86_399).getTime() + 999))
    expect([stretch!.used_s, stretch!.left_s]).toEqual([1n, 86_398n])
  })

  it('says a span exactly, without parts that are 0', () => {
    expect([formatSeconds(442_812n), formatSeconds(180_000n), formatSeconds(0n)]).toEqual([
      '5 天 3 小时 12 秒',
      '2 天 2 小时',
      '0 秒',
    ])
  })
})

describe('product §5 Δ unit price × remaining time', () => {
  it('is rounded up once when it is paid and down when it is given back', () => {
    expect(computeUpgradeFen(hourMicro, 5n * day + 3n * 3_600n)).toBe(28_044n) // 123 h × 2.28
    expect(computeUpgradeFen(hourMicro, 1n)).toBe(1n)
    const [stretch] = computePaidPeriodsLeft([bought('a', 7n, 76_608n)], [], end, secondsBefore(5 * 86_400 + 3 * 3_600))
    expect(computeDowngradeRefund(stretch!, computeWorthReduction(stretch!, 4_560_000n, 2_280_000n))).toBe(28_044n)
  })

  it('gives back of what vouchers paid nothing', () => {
    const [stretch] = computePaidPeriodsLeft([bought('a', 7n, 76_608n, 19_152n)], [], end, secondsBefore(7 * 86_400))
    expect(computeDowngradeRefund(stretch!, 2_280_000n)).toBe(9_576n) // half of the quarter that was cash
  })
})

describe('product §5 Paid cash − used time', () => {
  it('rounds the used time once, however often the configuration changed', () => {
    const lift = {
      ...{ order_id: 'a', lift_order_id: 'l', used_s: 8n, hour_micro: hourMicro, price_micro: hourMicro },
      ...{ value_fen: 0n, cash_fen: 0n, returned_fen: 0n, order_left_fen: 0n },
    }
    const [stretch] = computePaidPeriodsLeft([bought('a', 1n, 5_472n)], [lift], end, secondsBefore(86_400 - 16))
    expect(computeUsedFen(stretch!, hourMicro)).toBe(1n) // two times 8 s at 2.28 an hour are half a fen each
    expect(computeConversionRefund(stretch!, hourMicro)).toBe(5_471n)
  })
})

describe('docs/decisions/031 What an operator gave back', () => {
  it('of a change of the configuration comes back no second time: the time that ends last keeps its own', () => {
    const lift = (orderId: string, cashFen: bigint) => ({
      ...{ order_id: orderId, lift_order_id: 'l', used_s: 0n, hour_micro: hourMicro, price_micro: hourMicro },
      ...{ value_fen: cashFen, cash_fen: cashFen, returned_fen: 0n, order_left_fen: 700n }, // of 1,000
    })
    const orders = [bought('new', 1n, 5_472n), bought('old', 1n, 5_472n)]
    const left = computePaidPeriodsLeft(orders, [lift('old', 400n), lift('new', 600n)], end, secondsBefore(2 * 86_400))
    expect(left.map((stretch) => [stretch.order_id, computeCashLeft(stretch)])).toEqual([
      ['new', 6_072n],
      ['old', 5_572n],
    ])
  })
})

const lifts = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.bigInt(0n, 50_000n),
    cash: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 3 },
)

describe('docs/decisions/031 Never more than was paid', () => {
  it('whatever was lifted and however long was used, in any order of both', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 52n),
        fc.bigInt(1n, 500_000n),
        fc.integer({ min: 0, max: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        lifts,
        fc.bigInt(0n, 20_000_000n),
        (days, amountFen, cashPercent, used, changes, price) => {
          const length = Number(days * day)
          const cashFen = (amountFen * BigInt(cashPercent)) / 100n
          const made = [...changes]
            .sort((a, b) => a.at - b.at)
            .map(({ at, value, cash }, index) => ({
              order_id: 'a',
              lift_order_id: `lift-${index}`,
              order_left_fen: (value * BigInt(cash)) / 100n,
              used_s: BigInt(Math.floor(at * used * length)),
              hour_micro: price,
              price_micro: price,
              value_fen: value,
              cash_fen: (value * BigInt(cash)) / 100n,
              returned_fen: 0n,
            }))
          const now = secondsBefore(Math.ceil((1 - used) * length))
          const [stretch] = computePaidPeriodsLeft([bought('a', days, amountFen, cashFen)], made, end, now)
          if (!stretch) return
          const paid = computeCashLeft(stretch)
          const back = computeConversionRefund(stretch, price)
          expect(back >= 0n && back <= paid).toBe(true)
          expect(back === 0n || back === paid - computeUsedFen(stretch, price)).toBe(true)
          const less = computeDowngradeRefund(stretch, computeWorthReduction(stretch, 2n * price + 1n, price))
          expect(less >= 0n && less <= paid).toBe(true)
          const parts = splitRefund(stretch, back)
          expect(parts.reduce((sum, part) => sum + part.cash_fen, 0n)).toBe(back)
        },
      ),
    )
  })

  it('a downgrade and then a conversion give back no more than the conversion alone', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 604_799n), fc.bigInt(1n, 100n), (used, percent) => {
        const order = bought('a', 7n, 76_608n)
        const now = new Date(end.getTime() - Number(604_800n - used) * 1000)
        const [stretch] = computePaidPeriodsLeft([order], [], end, now)
        const less = (4_560_000n * percent) / 100n
        const back = computeDowngradeRefund(stretch!, less)
        const lift = {
          order_id: 'a',
          lift_order_id: 'l',
          used_s: used,
          hour_micro: 4_560_000n,
          price_micro: 4_560_000n - less,
          value_fen: 0n,
          cash_fen: 0n,
          returned_fen: 0n,
          order_left_fen: 0n,
        }
        const [after] = computePaidPeriodsLeft([{ ...order, returned_fen: back }], [lift], end, now)
        expect(back + computeConversionRefund(after!, 4_560_000n - less)).toBe(computeConversionRefund(stretch!, 4_560_000n))
      }),
    )
  })

  it('shares out whole fen so that none is lost', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 1_000_000n),
        fc.array(fc.bigInt(0n, 10_000n), { minLength: 1, maxLength: 6 }),
        (total, weights) => {
          const shares = splitProportionally(total, weights)
          const all = weights.reduce((sum, weight) => sum + weight, 0n)
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(all === 0n ? 0n : total)
          for (const share of shares) expect(share >= 0n).toBe(true)
        },
      ),
    )
  })
})
