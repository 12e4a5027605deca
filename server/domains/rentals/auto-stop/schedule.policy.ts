import type { ScheduleAction, ScheduleEntry } from '#contract/guards.ts'

export interface Moment {
  at: Date
  action: ScheduleAction
}

const minute_ms = 60_000
const day_minutes = 1440
const week_ms = 7 * day_minutes * minute_ms
/** Beijing time is UTC+8 all year: no zone table is needed, and no hour is skipped or lived twice. */
const zone_ms = 8 * 3_600_000
/** A Monday, 00:00 in Beijing. */
const monday_ms = -3 * day_minutes * minute_ms - zone_ms

const minuteOfWeek = (weekday: number, time: string): number =>
  (weekday - 1) * day_minutes + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Each entry's moment in the week that has begun at `at`. */
function momentsOfWeek(schedule: readonly ScheduleEntry[], at: Date): Moment[] {
  const week = Math.floor((at.getTime() - monday_ms) / week_ms) * week_ms + monday_ms
  return schedule.flatMap(({ action, weekdays, time }) =>
    weekdays.map((day) => ({ action, at: new Date(week + minuteOfWeek(day, time) * minute_ms) })),
  )
}

const shifted = (moment: Moment, ms: number): Moment => ({ ...moment, at: new Date(moment.at.getTime() + ms) })
const byTime = (a: Moment, b: Moment) => a.at.getTime() - b.at.getTime()

/** The first moment after `after`; with `action`, the first of that kind. */
export function nextMoment(schedule: readonly ScheduleEntry[], after: Date, action?: ScheduleAction): Moment | undefined {
  return momentsOfWeek(schedule, after)
    .filter((moment) => action === undefined || moment.action === action)
    .map((moment) => (moment.at > after ? moment : shifted(moment, week_ms)))
    .sort(byTime)[0]
}

/** The last moment at or before `until`. */
export const lastMoment = (schedule: readonly ScheduleEntry[], until: Date): Moment | undefined =>
  momentsOfWeek(schedule, until)
    .map((moment) => (moment.at <= until ? moment : shifted(moment, -week_ms)))
    .sort(byTime)
    .at(-1)

/** The next time it is `hour` o'clock in Beijing. */
export function nextHour(hour: number, after: Date): Date {
  const time = `${String(hour).padStart(2, '0')}:00`
  return nextMoment([{ action: 'stop', weekdays: [1, 2, 3, 4, 5, 6, 7], time }], after)!.at
}

/** `11-21 14:05`, Beijing time. */
export const beijingText = (at: Date): string => new Date(at.getTime() + zone_ms).toISOString().slice(5, 16).replace('T', ' ')
