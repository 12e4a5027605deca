import { addDays, toDayStart } from '#contract/day.ts'

/** A filter by days of Asia/Shanghai as moments: from `since` on, before `until`. */
export const toMomentRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  since: from === undefined ? undefined : toDayStart(from),
  until: to === undefined ? undefined : toDayStart(addDays(to, 1)),
})
