import { formatTime } from '#src/ui/format-time.ts'

/** A moment as a `datetime-local` input has it, in Beijing time whatever the browser's zone (product §11). */
export const toBeijingInput = (at: string | null): string => (at ? formatTime(at).replace(' ', 'T') : '')

/** What such an input holds as a moment; an empty or unfinished one is null. */
export function parseBeijingInput(text: string | undefined): string | null {
  const at = text ? Date.parse(`${text}:00+08:00`) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** So many hours from now, to the minute. */
export const formatHoursFromNow = (hours: number, now: number): string =>
  toBeijingInput(new Date(Math.ceil((now + hours * 3_600_000) / 60_000) * 60_000).toISOString())
