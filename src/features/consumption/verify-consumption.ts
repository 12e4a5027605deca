import type { Consumption } from '#contract/consumption.ts'
import { dayOf } from '#contract/day.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { dueFor, type Segment, verifyBill } from '#src/features/consumption/verify/verify-bill.ts'

export interface LineVerdict {
  /** Each in words. */
  faults: string[]
  lines: number
  segments: number
  /** What the browser makes of the lines, yuan. */
  total: string
}

/** What the charges of a bill come to that were settled on one day, recomputed from seconds and prices. */
const dueOn = (day: string, bill: readonly Segment[]): bigint =>
  bill.reduce(
    (sum, segment) =>
      segment.charges.reduce(
        (part, { from_s, to_s, at }) => (dayOf(new Date(at)) === day ? part + dueFor(segment, from_s, to_s) : part),
        sum,
      ),
    0n,
  )

/**
 * Recomputes lines of usage from the bills of their instances, the oldest segment first: each bill by the rule of the
 * platform, then each line as the charges that were settled on its day (product §5).
 */
export function verifyConsumption(lines: readonly Consumption[], bills: ReadonlyMap<string, readonly Segment[]>): LineVerdict {
  const of_bills = [...bills].flatMap(([id, bill]) => {
    const name = lines.find(({ instance_id }) => instance_id === id)?.instance_name ?? id
    return verifyBill(bill).faults.map(({ segment, what }) => `${name}，计费段 ${segment.id}：${what}`)
  })
  let total = 0n
  const of_lines = lines.flatMap(({ day, instance_id, instance_name, amount }) => {
    const due = dueOn(day, bills.get(instance_id ?? '') ?? [])
    total += due
    return due === fenOfYuan(amount) ? [] : [`${day} ${instance_name}：应为 ${yuanOfFen(due)} 元，明细为 ${amount} 元`]
  })
  const segments = [...bills.values()].reduce((sum, bill) => sum + bill.length, 0)
  return { faults: [...of_bills, ...of_lines], lines: lines.length, segments, total: yuanOfFen(total) }
}
