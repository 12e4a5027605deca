import { dayOf, daysAfter, startOfDay } from '#contract/day.ts'
import type { Period } from '#contract/operator/reason.ts'

const days: Record<Period, number> = { today: 1, week: 7, month: 30 }

/** Midnight in Beijing with which a period begins: today counts as its last day. */
export const startOfPeriod = (period: Period, now: Date): Date => startOfDay(daysAfter(dayOf(now), 1 - days[period]))

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })

/** `2026-11-21 09:30:00` in Beijing. */
export const formatBeijingTime = (at: Date): string => time.format(at)
