import type { z } from 'zod'
import type { Segment as SegmentSchema } from '#contract/instance.ts'
import { carryOver, chargeSoFar, fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { microOfYuan } from '#src/ui/catalogue/price.ts'

export type Segment = z.infer<typeof SegmentSchema>

interface Fault {
  segment: Segment
  what: string
}

export interface Verdict {
  faults: Fault[]
  segments: number
  seconds: number
  /** What the browser makes of it, yuan. */
  total: string
  settled: string
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, fen) => total + fen, 0n)

/** F(s): what a segment has cost after its first `seconds` (product §5). */
const costAt = ({ price_hour, carried_in }: Segment, seconds: number): bigint =>
  chargeSoFar(microOfYuan(price_hour), BigInt(seconds), BigInt(carried_in))

/** What some seconds of a segment cost, in fen. */
export const dueFor = (segment: Segment, from_s: number, to_s: number): bigint => costAt(segment, to_s) - costAt(segment, from_s)

/** The charges tile the segment from its first second, each with what its seconds cost, and come to what is settled. */
function faultsOfCharges(segment: Segment): string[] {
  const faults: string[] = []
  let from = 0
  for (const { from_s, to_s, amount } of segment.charges) {
    if (from_s !== from) faults.push(`第 ${from} 秒到第 ${from_s} 秒之间的扣费不连续`)
    const due = dueFor(segment, from_s, to_s)
    if (fenOfYuan(amount) !== due) faults.push(`第 ${from_s}–${to_s} 秒应扣 ${yuanOfFen(due)} 元，实扣 ${amount} 元`)
    from = to_s
  }
  const charged = sum(segment.charges.map(({ amount }) => fenOfYuan(amount)))
  if (charged !== fenOfYuan(segment.settled))
    faults.push(`逐笔扣费合计 ${yuanOfFen(charged)} 元，与已结算 ${segment.settled} 元不同`)
  return faults
}

/** What the segment before left below one fen comes into this one. */
function faultsOfCarry(segment: Segment, before: Segment | undefined): string[] {
  const due = before ? carryOver(microOfYuan(before.price_hour), BigInt(before.seconds), BigInt(before.carried_in)) : 0n
  return BigInt(segment.carried_in) === due ? [] : ['上一段不足 1 分的零头没有正确带入']
}

function faultsOf(segment: Segment, before: Segment | undefined): string[] {
  const due = costAt(segment, segment.seconds)
  return [
    ...(fenOfYuan(segment.amount) === due ? [] : [`${segment.seconds} 秒应为 ${yuanOfFen(due)} 元，账单为 ${segment.amount} 元`]),
    ...(segment.ended_at && segment.settled !== segment.amount ? ['已经结束，但没有结算到最后一秒'] : []),
    ...faultsOfCharges(segment),
    ...faultsOfCarry(segment, before),
  ]
}

/** Recomputes a bill from its segments, oldest first, with the same rule as the platform and nothing of its results. */
export function verifyBill(segments: readonly Segment[]): Verdict {
  return {
    faults: segments.flatMap((segment, index) => faultsOf(segment, segments[index - 1]).map((what) => ({ segment, what }))),
    segments: segments.length,
    seconds: segments.reduce((total, { seconds }) => total + seconds, 0),
    total: yuanOfFen(sum(segments.map((segment) => costAt(segment, segment.seconds)))),
    settled: yuanOfFen(sum(segments.map(({ settled }) => fenOfYuan(settled)))),
  }
}
