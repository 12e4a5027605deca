import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import type { ReportPeriod } from '#contract/operator/reason.ts'

const periodDays: Record<ReportPeriod, number> = { today: 1, week: 7, month: 30 }

/** Midnight in Beijing with which a period begins: today counts as its last day. */
export const startOfPeriod = (period: ReportPeriod, now: Date): Date =>
  toDayStart(addDays(toShanghaiDay(now), 1 - periodDays[period]))

const beijingFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })

/** `2026-11-21 09:30:00` in Beijing. */
export const formatBeijingTime = (at: Date): string => beijingFormat.format(at)
