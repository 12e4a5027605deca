const shanghaiOffsetMs = 8 * 3_600_000

/** Converts a date to a number that compares and subtracts: 20260131. */
const dateNumber = (iso: string): number => Number(iso.slice(0, 10).replaceAll('-', ''))

/** Returns the full years since the birthday in an ID number, by the Chinese calendar date (no daylight saving time). */
export function computeAge(idNumber: string, now: Date): number {
  const today = dateNumber(new Date(now.getTime() + shanghaiOffsetMs).toISOString())
  return Math.floor((today - Number(idNumber.slice(6, 14))) / 10_000)
}
