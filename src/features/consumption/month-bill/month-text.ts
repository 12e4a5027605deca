import { addDays } from '#contract/day.ts'

/** `2026 年 11 月` */
export const formatMonth = (month: string): string => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`

/** The first and the last day of a month. */
export function toMonthRange(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
  return { from: `${month}-01`, to: addDays(next, -1) }
}
