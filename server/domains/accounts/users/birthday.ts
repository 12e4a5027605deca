const shanghaiOffsetMs = 8 * 3_600_000

/** 20260131: dates as numbers that compare and subtract. */
const dateNumber = (iso: string): number => Number(iso.slice(0, 10).replaceAll('-', ''))

/** Whole years since the birthday in an ID number, by the calendar of China, which keeps no summer time. */
export function computeAge(idNumber: string, now: Date): number {
  const today = dateNumber(new Date(now.getTime() + shanghaiOffsetMs).toISOString())
  return Math.floor((today - Number(idNumber.slice(6, 14))) / 10_000)
}
