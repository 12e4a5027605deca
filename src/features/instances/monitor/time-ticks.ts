import { formatDuration } from '#src/features/instances/instance-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Beijing has no daylight saving time. */
const zoneMs = 8 * hour
const steps = [
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  5 * day,
  10 * day,
]

/** Computes axis ticks at round Beijing times: at most `most`, none so near the edge that its label would be cut off. */
export function computeTimeTicks(from: number, to: number, most: number): number[] {
  const step = steps.find((length) => (to - from) / length <= most) ?? steps.at(-1)!
  const margin = (to - from) * 0.03
  const first = Math.ceil((from + zoneMs) / step) * step - zoneMs
  const ticks: number[] = []
  for (let at = first; at <= to; at += step) if (at - from >= margin && to - at >= margin) ticks.push(at)
  return ticks
}

const clockFormat = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dateFormat = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', month: '2-digit', day: '2-digit' })

const formatMonthDay = (at: number): string => dateFormat.format(at).replace('/', '-')

/** Formats a tick: `14:05` for spans up to about a day; `11-21` if ticks are whole days, otherwise both. */
export function formatTick(at: number, spanMs: number): string {
  if (spanMs <= 1.5 * day) return (at + zoneMs) % day === 0 ? formatMonthDay(at) : clockFormat.format(at)
  return (at + zoneMs) % day === 0
    ? formatMonthDay(at)
    : spanMs > 8 * day
      ? formatMonthDay(at)
      : `${formatMonthDay(at)} ${clockFormat.format(at)}`
}

/** Formats a moment as `11-21 14:05`, with seconds if buckets are shorter than a minute. */
export function formatMoment(at: number, stepSeconds: number): string {
  const seconds = stepSeconds % 60 ? `:${String(Math.floor(at / 1000) % 60).padStart(2, '0')}` : ''
  return `${formatMonthDay(at)} ${clockFormat.format(at)}${seconds}`
}

/** Formats a bucket as `11-21 14:05`, with its length if that is not plain from the time. */
export const formatBucket = (at: number, stepSeconds: number): string =>
  `${formatMoment(at, stepSeconds)}${stepSeconds > 60 ? ` 起 ${formatDuration(stepSeconds)}` : ''}`
