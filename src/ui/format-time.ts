const zone = 'Asia/Shanghai' // product §11
const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const parseTimeParts = (at: string): Record<string, string> =>
  Object.fromEntries(parts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))

/** `2026-11-21 14:05`, Beijing time. */
export function formatTime(at: string): string {
  const { year, month, day, hour, minute } = parseTimeParts(at)
  return `${year}-${month}-${day} ${hour}:${minute}`
}

/** `2026-11-21 14:05:09`, Beijing time. */
export const formatTimeExact = (at: string): string => `${formatTime(at)}:${parseTimeParts(at).second}`

/** Formats seconds as `29:59`. */
export const formatCountdown = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
