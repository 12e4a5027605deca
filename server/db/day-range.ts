import { addDays, toDayStart } from '#contract/day.ts'

/** Converts a day range in Asia/Shanghai to moments: `since` inclusive, `until` exclusive. */
export const toMomentRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  since: from === undefined ? undefined : toDayStart(from),
  until: to === undefined ? undefined : toDayStart(addDays(to, 1)),
})
