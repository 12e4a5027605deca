import { zoneOffsetMs } from '#contract/day.ts'
import type { ScheduleAction, ScheduleEntry } from '#contract/guards.ts'

export interface ScheduleMoment {
  at: Date
  action: ScheduleAction
}

const minuteMs = 60_000
const dayMinutes = 1440
const weekMs = 7 * dayMinutes * minuteMs
/** A Monday, 00:00 in Beijing. */
const mondayMs = -3 * dayMinutes * minuteMs - zoneOffsetMs

const toMinuteOfWeek = (weekday: number, time: string): number =>
  (weekday - 1) * dayMinutes + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Lists the time of each entry in the week that contains `at`. */
function listMomentsOfWeek(schedule: readonly ScheduleEntry[], at: Date): ScheduleMoment[] {
  const week = Math.floor((at.getTime() - mondayMs) / weekMs) * weekMs + mondayMs
  return schedule.flatMap(({ action, weekdays, time }) =>
    weekdays.map((day) => ({ action, at: new Date(week + toMinuteOfWeek(day, time) * minuteMs) })),
  )
}

const shiftMoment = (moment: ScheduleMoment, ms: number): ScheduleMoment => ({
  ...moment,
  at: new Date(moment.at.getTime() + ms),
})
const compareMoments = (a: ScheduleMoment, b: ScheduleMoment) => a.at.getTime() - b.at.getTime()

/** Returns the first moment after `after`; with `action`, the first of that kind. */
export function findNextMoment(
  schedule: readonly ScheduleEntry[],
  after: Date,
  action?: ScheduleAction,
): ScheduleMoment | undefined {
  return listMomentsOfWeek(schedule, after)
    .filter((moment) => action === undefined || moment.action === action)
    .map((moment) => (moment.at > after ? moment : shiftMoment(moment, weekMs)))
    .sort(compareMoments)[0]
}

/** Returns the last moment at or before `until`. */
export const findLastMoment = (schedule: readonly ScheduleEntry[], until: Date): ScheduleMoment | undefined =>
  listMomentsOfWeek(schedule, until)
    .map((moment) => (moment.at <= until ? moment : shiftMoment(moment, -weekMs)))
    .sort(compareMoments)
    .at(-1)

/** Returns the next time it is `hour` o'clock in Beijing. */
export function computeNextHour(hour: number, after: Date): Date {
  const time = `${String(hour).padStart(2, '0')}:00`
  return findNextMoment([{ action: 'stop', weekdays: [1, 2, 3, 4, 5, 6, 7], time }], after)!.at
}

/** Formats Beijing time: `11-21 14:05`. */
export const formatBeijingMinute = (at: Date): string =>
  new Date(at.getTime() + zoneOffsetMs).toISOString().slice(5, 16).replace('T', ' ')
