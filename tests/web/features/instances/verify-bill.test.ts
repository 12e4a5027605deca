import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeCarry, computeRunCharge, formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import { verifyBill } from '#src/features/consumption/verify/verify-bill.ts'
import type { InstanceSegmentReply } from './rentals.ts'

interface Run {
  price: bigint
  /** Seconds between settlements; the last one is the end. */
  spans: number[]
}

const Run = fc.record({
  price: fc.bigInt({ min: 1n, max: 200_000_000n }),
  spans: fc.array(fc.integer({ min: 1, max: 7200 }), { minLength: 1, maxLength: 6 }),
})

/** The bill of these runs as the platform writes it (product §5). */
function billOf(runs: readonly Run[]): InstanceSegmentReply[] {
  let carry = 0n
  return runs.map(({ price, spans }, index) => {
    const carriedIn = carry
    const costAt = (seconds: number) => computeRunCharge(price, BigInt(seconds), carriedIn)
    let fromS = 0
    const charges = spans.map((span) => {
      const toS = fromS + span
      const charge = {
        from_s: fromS,
        to_s: toS,
        amount: formatFenAsYuan(costAt(toS) - costAt(fromS)),
        voucher: '0.00',
        at: '2026-11-21T06:00:00Z',
        transaction_id: '1',
      }
      fromS = toS
      return charge
    })
    carry = computeCarry(price, BigInt(fromS), carriedIn)
    return {
      id: String(index),
      started_at: '2026-11-21T06:00:00Z',
      ended_at: '2026-11-21T07:00:00Z',
      seconds: fromS,
      price_hour: formatMicroAsYuan(price),
      image_price_hour: '0.00',
      amount: formatFenAsYuan(costAt(fromS)),
      settled: formatFenAsYuan(costAt(fromS)),
      carried_in: String(carriedIn),
      charges,
    }
  })
}

const one = () =>
  billOf([
    { price: 2_280_000n, spans: [3600, 3600, 123] },
    { price: 2_280_000n, spans: [40] },
  ])
const changed = (index: number, change: Partial<InstanceSegmentReply>): InstanceSegmentReply[] =>
  one().map((segment, at) => (at === index ? { ...segment, ...change } : segment))
const whatOf = (bill: InstanceSegmentReply[]) => verifyBill(bill).faults.map(({ what }) => what)

describe('product §5 验算: the bill recomputed in the browser', () => {
  it('agrees with any bill the platform writes', () => {
    fc.assert(
      fc.property(fc.array(Run, { maxLength: 6 }), (runs) => {
        const bill = billOf(runs)
        expect(verifyBill(bill)).toMatchObject({ faults: [], segments: runs.length })
      }),
    )
  })

  it('sums what it computes itself', () => {
    expect(verifyBill(one())).toEqual({ faults: [], segments: 2, seconds: 7363, total: '4.66', settled: '4.66' })
  })

  it('takes n hours at n times the price and an open run at what is settled so far', () => {
    const bill = billOf([{ price: 2_280_000n, spans: [3600, 3600] }])
    const open = bill.map((segment) => ({ ...segment, ended_at: null, seconds: 9000, amount: '5.70' }))
    expect(verifyBill(open)).toMatchObject({ faults: [], total: '5.70', settled: '4.56' })
  })

  it.each([
    ['an amount', { amount: '4.65' }, '7323 秒应为 4.63 元，账单为 4.65 元'],
    ['a run that was not settled to its end', { settled: '4.56' }, '已经结束，但没有结算到最后一秒'],
    ['a carry', { carried_in: '1' }, '上一段不足 1 分的零头没有正确带入'],
  ])('finds %s that is wrong', (_, change, what) => {
    expect(whatOf(changed(0, change))).toContain(what)
  })

  it('finds a charge that is wrong, missing or doubled', () => {
    const [charge, ...rest] = one()[0]?.charges ?? []
    if (!charge) throw new Error('no charge')
    expect(whatOf(changed(0, { charges: [{ ...charge, amount: '2.29' }, ...rest] }))).toContain(
      '第 0–3600 秒应扣 2.28 元，实扣 2.29 元',
    )
    expect(whatOf(changed(0, { charges: rest }))).toContain('第 0 秒到第 3600 秒之间的扣费不连续')
    expect(whatOf(changed(0, { charges: [charge, charge, ...rest] }))).toContain('逐笔扣费合计 6.91 元，与已结算 4.63 元不同')
  })

  it('finds a carry that was lost between two runs', () => {
    expect(whatOf(changed(1, { carried_in: '0' }))).toContain('上一段不足 1 分的零头没有正确带入')
  })
})
