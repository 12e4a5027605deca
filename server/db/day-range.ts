import { daysAfter, startOfDay } from '#contract/day.ts'

/** A filter by days of Asia/Shanghai as moments: from `since` on, before `until`. */
export const momentsOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  since: from === undefined ? undefined : startOfDay(from),
  until: to === undefined ? undefined : startOfDay(daysAfter(to, 1)),
})
