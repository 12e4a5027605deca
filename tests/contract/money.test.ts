import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  computeCarry,
  computeLateFee,
  computeRunCharge,
  formatFenAsYuan,
  formatFenText,
  formatMicroAsYuan,
  formatMicroText,
  microSecondsPerFen,
  parseYuanToFen,
  roundMicroUpToFen,
} from '#contract/money.ts'
import { AmountInput, Yuan } from '#contract/scalars.ts'

const fen = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
const price = fc.bigInt({ min: 0n, max: 10n ** 9n })
const seconds = fc.bigInt({ min: 0n, max: 10n ** 9n })

/** An exact fraction of fen; the only arithmetic these tests trust. */
const chargeAsFraction = (priceMicro: bigint, s: bigint) => ({ over: priceMicro * s, under: 10_000n * 3_600n })

describe('product §5 Amounts are integers', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.01'],
    [10n, '0.10'],
    [100n, '1.00'],
    [26904n, '269.04'],
    [-1n, '-0.01'],
    [-12345n, '-123.45'],
  ])('%i fen read %s', (amount, text) => expect(formatFenAsYuan(amount)).toBe(text))
  it.each([
    [2_280_000n, '2.28'],
    [54_720_000n, '54.72'],
    [15_000n, '0.015'],
    [300n, '0.0003'],
    [1n, '0.000001'],
    [0n, '0.00'],
    [-2_280_000n, '-2.28'],
  ])('%i micro read %s', (amount, text) => expect(formatMicroAsYuan(amount)).toBe(text))

  it.each([
    [99_999n, '999.99'],
    [100_000n, '1,000.00'],
    [-123_456_789n, '-1,234,567.89'],
  ])('%i fen stand as %s in a sentence', (amount, text) => expect(formatFenText(amount)).toBe(text))
  it.each([
    [999_999_999n, '999.999999'],
    [1_596_000_000n, '1,596.00'],
    [12_345_678_901n, '12,345.678901'],
  ])('%i micro stand as %s in a sentence', (amount, text) => expect(formatMicroText(amount)).toBe(text))

  it('go to text and back unchanged, and the wire takes the text', () => {
    fc.assert(
      fc.property(fen, (amount) => {
        const text = formatFenAsYuan(amount)
        expect(parseYuanToFen(text)).toBe(amount)
        expect(Yuan.safeParse(text).success).toBe(true)
      }),
    )
  })

  it('in micro lose nothing: digits read as a fraction of 10⁶ are the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (micro) => {
        const text = formatMicroAsYuan(micro)
        const [whole = '', fraction = ''] = text.replace('-', '').split('.')
        expect(BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))).toBe(micro < 0n ? -micro : micro)
        expect(fraction.length).toBeGreaterThanOrEqual(2)
        expect(text.startsWith('-')).toBe(micro < 0n)
        expect(Yuan.safeParse(text).success).toBe(true)
      }),
    )
  })

  it('are read from everything a person may type, and from nothing else', () => {
    const typed = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom('', '.0', '.5', '.05', '.99', '.10'))
    fc.assert(
      fc.property(typed, ([whole, rest]) => {
        const text = `${whole}${rest}`
        const expected = BigInt(whole) * 100n + BigInt(rest.slice(1).padEnd(2, '0') || 0)
        fc.pre(expected > 0n)
        expect(AmountInput.safeParse(text).success).toBe(true)
        expect(parseYuanToFen(text)).toBe(expected)
      }),
    )
    for (const text of ['', '1.234', '1e2', ' 1', '1,0', 'NaN', '１', '--1'])
      expect(() => parseYuanToFen(text)).toThrow(RangeError)
  })

  it('paid at once are rounded up, by less than a fen', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (micro) => {
        const paid = roundMicroUpToFen(micro)
        expect(paid * 10_000n >= micro && paid * 10_000n < micro + 10_000n).toBe(true)
      }),
    )
  })
})

describe('product §5 Metering', () => {
  it('charges so far what an exact fraction, rounded down, says', () => {
    fc.assert(
      fc.property(price, seconds, (priceMicro, s) => {
        const { over, under } = chargeAsFraction(priceMicro, s)
        const charged = computeRunCharge(priceMicro, s)
        expect(charged * under <= over && over < (charged + 1n) * under).toBe(true)
        expect(charged * microSecondsPerFen + computeCarry(priceMicro, s)).toBe(over)
      }),
    )
  })

  it('costs exactly n × the price for n full hours', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100_000n }), fc.bigInt({ min: 0n, max: 10_000n }), (priceFen, hours) => {
        expect(computeRunCharge(priceFen * 10_000n, hours * 3_600n)).toBe(priceFen * hours)
      }),
    )
    expect(computeRunCharge(2_280_000n, 3_600n)).toBe(228n)
  })

  it('sums the same however a time is cut into runs, for what is below a fen enters the next run', () => {
    fc.assert(
      fc.property(price, fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { minLength: 1, maxLength: 20 }), (priceMicro, runs) => {
        let carry = 0n
        let charged = 0n
        for (const run of runs) {
          charged += computeRunCharge(priceMicro, run, carry)
          carry = computeCarry(priceMicro, run, carry)
          expect(carry >= 0n && carry < microSecondsPerFen).toBe(true)
        }
        expect(charged).toBe(
          computeRunCharge(
            priceMicro,
            runs.reduce((sum, run) => sum + run, 0n),
          ),
        )
      }),
    )
  })

  it('never charges less for more seconds', () => {
    fc.assert(
      fc.property(price, seconds, fc.bigInt({ min: 0n, max: 10_000n }), (priceMicro, s, more) => {
        expect(computeRunCharge(priceMicro, s + more) >= computeRunCharge(priceMicro, s)).toBe(true)
      }),
    )
  })
})

describe('requirements §9 Late fee', () => {
  it('is what the agreement says a day costs', () =>
    expect(computeLateFee(100_000n)).toBe(BigInt((100_000 * limits.lateFeePercentPerDay) / 100)))
})
