import { addDays, dayMs } from '#contract/day.ts'
import { storyEnds } from '#server/demo/living/calendar.ts'

/**
 * By how many days the story is moved so that it ends within the last day. Whole days: what is counted by day in Beijing, and by
 * full hour, stays what it was.
 */
export const computeShiftDays = (now: Date): number => Math.floor((now.getTime() - storyEnds.getTime()) / dayMs)

const storyYear = '2026'
/** A date of the story within a text: `2026-01-05`, or `01-05` before a time of day. */
const datePattern = /(?<![\d-])2026-(0[1-3]-\d\d)(?!\d)|(?<![\d-])(0[1-3]-\d\d)(?= \d\d:\d\d)/g
/** Moves the dates within a text. Times of day stay, because only whole days pass. */
export const shiftText = (text: string, days: number): string =>
  text.replace(datePattern, (_, withYear: string | undefined, bare: string | undefined) => {
    const moved = addDays(`${storyYear}-${withYear ?? bare}`, days)
    return withYear === undefined ? moved.slice(5) : moved
  })
