import { formatTime } from '#src/ui/format-time.ts'

/** Formats a moment for a `datetime-local` input, in Beijing time regardless of the browser's zone (product §11). */
export const toBeijingInput = (at: string | null): string => (at ? formatTime(at).replace(' ', 'T') : '')

/** Parses the value of such an input; null if it is empty or incomplete. */
export function parseBeijingInput(text: string | undefined): string | null {
  const at = text ? Date.parse(`${text}:00+08:00`) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Formats the time that is `hours` from now, to the minute. */
export const formatHoursFromNow = (hours: number, now: number): string =>
  toBeijingInput(new Date(Math.ceil((now + hours * 3_600_000) / 60_000) * 60_000).toISOString())
