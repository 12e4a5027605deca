import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { type LimitMeter, LimitMeters } from '#src/ui/charts/LimitMeters.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'

/** What a sub-account used this month, settled or not, as `remaining` counts it. */
export const computeSpentMonth = ({ spent_month: settled, unsettled }: SubAccount): string =>
  formatFenAsYuan(parseYuanToFen(settled) + parseYuanToFen(unsettled))

/**
 * What a sub-account has used of its limits: money this month with what is not settled yet, and instances; what has no limit has no
 * bar. It may spend what is left whatever it is filled up to each month, so that amount is no limit.
 */
function listLimitMeters(sub: SubAccount): LimitMeter[] {
  const { remaining, instances, instances_max: most } = sub
  const spent = computeSpentMonth(sub)
  const budget = Number(spent) + Math.max(0, Number(remaining))
  return [
    {
      name: '本月额度',
      used: Number(spent),
      limit: budget,
      words: `¥${formatYuan(spent)} / ¥${formatYuan(budget.toFixed(2))}`,
    },
    ...(most === null ? [] : [{ name: '实例', used: instances, limit: most, words: `${instances} / ${most} 台` }]),
  ]
}

/** Budget and limits of a sub-account as bars, with the other terms in words. */
export function SubAccountBudget({ sub }: { sub: SubAccount }) {
  const terms = [
    sub.monthly !== null && `每月补足到 ¥${formatYuan(sub.monthly)}`,
    sub.price_max !== null && `单台每小时不超过 ¥${formatYuan(sub.price_max)}`,
  ].filter((term) => term !== false)
  return <LimitMeters meters={listLimitMeters(sub)} note={terms.join('，')} />
}
