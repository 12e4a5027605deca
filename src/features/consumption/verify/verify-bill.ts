import type { z } from 'zod'
import type { MeteringSegment as SegmentSchema } from '#contract/instance.ts'
import { computeCarry, computeRunCharge, formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'

export type BillSegment = z.infer<typeof SegmentSchema>

interface Fault {
  segment: BillSegment
  what: string
}

export interface BillVerdict {
  faults: Fault[]
  segments: number
  seconds: number
  /** Total recomputed by the browser, in yuan. */
  total: string
  settled: string
}

const sumFen = (amounts: readonly bigint[]) => amounts.reduce((total, fen) => total + fen, 0n)

/** F(s): the cost of the first `seconds` of a segment (product §5). */
const computeCost = ({ price_hour: priceHour, carried_in: carriedIn }: BillSegment, seconds: number): bigint =>
  computeRunCharge(parsePriceMicro(priceHour), BigInt(seconds), BigInt(carriedIn))

/** Computes the cost of a range of seconds within a segment, in fen. */
export const computeDue = (segment: BillSegment, fromS: number, toS: number): bigint =>
  computeCost(segment, toS) - computeCost(segment, fromS)

/**
 * Checks that the charges cover the segment without gaps, that each has the right amount, and that they add up to the settled
 * total.
 */
function findChargeFaults(segment: BillSegment): string[] {
  const faults: string[] = []
  let from = 0
  for (const { from_s: fromS, to_s: toS, amount } of segment.charges) {
    if (fromS !== from) faults.push(`第 ${from} 秒到第 ${fromS} 秒之间的扣费不连续`)
    const due = computeDue(segment, fromS, toS)
    if (parseYuanToFen(amount) !== due) faults.push(`第 ${fromS}–${toS} 秒应扣 ${formatFenAsYuan(due)} 元，实扣 ${amount} 元`)
    from = toS
  }
  const charged = sumFen(segment.charges.map(({ amount }) => parseYuanToFen(amount)))
  if (charged !== parseYuanToFen(segment.settled))
    faults.push(`逐笔扣费合计 ${formatFenAsYuan(charged)} 元，与已结算 ${segment.settled} 元不同`)
  return faults
}

/** Checks that the remainder below one fen is carried over from the previous segment. */
function findCarryFaults(segment: BillSegment, before: BillSegment | undefined): string[] {
  const due = before ? computeCarry(parsePriceMicro(before.price_hour), BigInt(before.seconds), BigInt(before.carried_in)) : 0n
  return BigInt(segment.carried_in) === due ? [] : ['上一段不足 1 分的零头没有正确带入']
}

function findSegmentFaults(segment: BillSegment, before: BillSegment | undefined): string[] {
  const due = computeCost(segment, segment.seconds)
  return [
    ...(parseYuanToFen(segment.amount) === due
      ? []
      : [`${segment.seconds} 秒应为 ${formatFenAsYuan(due)} 元，账单为 ${segment.amount} 元`]),
    ...(segment.ended_at && segment.settled !== segment.amount ? ['已经结束，但没有结算到最后一秒'] : []),
    ...findChargeFaults(segment),
    ...findCarryFaults(segment, before),
  ]
}

/** Recomputes a bill from its segments, oldest first, by the platform's rule but without using any of its results. */
export function verifyBill(segments: readonly BillSegment[]): BillVerdict {
  return {
    faults: segments.flatMap((segment, index) =>
      findSegmentFaults(segment, segments[index - 1]).map((what) => ({ segment, what })),
    ),
    segments: segments.length,
    seconds: segments.reduce((total, { seconds }) => total + seconds, 0),
    total: formatFenAsYuan(sumFen(segments.map((segment) => computeCost(segment, segment.seconds)))),
    settled: formatFenAsYuan(sumFen(segments.map(({ settled }) => parseYuanToFen(settled)))),
  }
}
