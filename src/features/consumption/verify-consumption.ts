import type { Consumption } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { type BillSegment, computeDue, verifyBill } from './verify/verify-bill.ts'

export interface ConsumptionVerdict {
  /** Descriptions of the mismatches. */
  faults: string[]
  lines: number
  segments: number
  /** Total recomputed by the browser, in yuan. */
  total: string
}

/** Sums the charges of a bill that were settled on one day, recomputed from seconds and prices. */
const computeDueOnDay = (day: string, bill: readonly BillSegment[]): bigint =>
  bill.reduce(
    (sum, segment) =>
      segment.charges.reduce(
        (part, { from_s: fromS, to_s: toS, at }) =>
          toShanghaiDay(new Date(at)) === day ? part + computeDue(segment, fromS, toS) : part,
        sum,
      ),
    0n,
  )

/**
 * Recomputes lines of usage from the bills of their instances, oldest segment first: each bill by the platform's rule, then each
 * line as the sum of the charges settled on its day (product §5).
 */
export function verifyConsumption(
  lines: readonly Consumption[],
  bills: ReadonlyMap<string, readonly BillSegment[]>,
): ConsumptionVerdict {
  const ofBills = [...bills].flatMap(([id, bill]) => {
    const name = lines.find(({ instance_id: instanceId }) => instanceId === id)?.instance_name ?? id
    return verifyBill(bill).faults.map(({ segment, what }) => `${name}，计费段 ${segment.id}：${what}`)
  })
  let total = 0n
  const ofLines = lines.flatMap(({ day, instance_id: instanceId, instance_name: instanceName, amount }) => {
    const due = computeDueOnDay(day, bills.get(instanceId ?? '') ?? [])
    total += due
    return due === parseYuanToFen(amount) ? [] : [`${day} ${instanceName}：应为 ${formatFenAsYuan(due)} 元，明细为 ${amount} 元`]
  })
  const segments = [...bills.values()].reduce((sum, bill) => sum + bill.length, 0)
  return { faults: [...ofBills, ...ofLines], lines: lines.length, segments, total: formatFenAsYuan(total) }
}
