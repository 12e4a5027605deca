import { dayMs, toDayStart } from '#contract/day.ts'

/** The story's first day. All its days lie in one month, so that no month ends within it. */
const firstDay = '2026-01-01'

/** A moment of the story in Beijing time: `12 14:05` is 14:05 on its twelfth day. */
export type StoryTime = `${number} ${number}:${number}`

export function toStoryDate(time: StoryTime): Date {
  const [, day = '', hour = '', minute = ''] = /^(\d+) (\d+):(\d+)$/.exec(time) ?? []
  if (!minute) throw new Error(`no time of the story: ${time}`)
  return new Date(toDayStart(firstDay).getTime() + (Number(day) - 1) * dayMs + (Number(hour) * 60 + Number(minute)) * 60_000)
}

/** Thirty days and a morning. */
export const storyBegins = toStoryDate('1 0:05')
export const storyEnds = toStoryDate('31 9:40')
