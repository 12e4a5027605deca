import { addDays, toDayStart, toShanghaiDay, toShanghaiSecond } from '#contract/day.ts'
import type { ReportPeriod } from '#contract/operator/reason.ts'

const periodDays: Record<ReportPeriod, number> = { today: 1, week: 7, month: 30 }

/** Returns midnight in Beijing at the start of a period; today is the period's last day. */
export const startOfPeriod = (period: ReportPeriod, now: Date): Date =>
  toDayStart(addDays(toShanghaiDay(now), 1 - periodDays[period]))

/** Formats a time in Beijing: `2026-11-21 09:30:00`. */
export const formatBeijingTime = (at: Date): string => toShanghaiSecond(at).replace('T', ' ')
