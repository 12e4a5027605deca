const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Beijing has no summer time. */
const zone_ms = 8 * hour
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

/** Moments to write below an axis: round ones of Beijing time, `most` at most, none so near the edge that it would be cut. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const step = steps.find((length) => (to - from) / length <= most) ?? steps.at(-1)!
  const margin = (to - from) * 0.03
  const first = Math.ceil((from + zone_ms) / step) * step - zone_ms
  const ticks: number[] = []
  for (let at = first; at <= to; at += step) if (at - from >= margin && to - at >= margin) ticks.push(at)
  return ticks
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const date = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', month: '2-digit', day: '2-digit' })

const dateText = (at: number): string => date.format(at).replace('/', '-')

/** `14:05` within about a day; `11-21` where whole days stand, else both. */
export function tickText(at: number, span_ms: number): string {
  if (span_ms <= 1.5 * day) return (at + zone_ms) % day === 0 ? dateText(at) : clock.format(at)
  return (at + zone_ms) % day === 0 ? dateText(at) : span_ms > 8 * day ? dateText(at) : `${dateText(at)} ${clock.format(at)}`
}

/** `11-21 14:05`, and with seconds where buckets are shorter than a minute. */
export function momentText(at: number, step_seconds: number): string {
  const seconds = step_seconds % 60 ? `:${String(Math.floor(at / 1000) % 60).padStart(2, '0')}` : ''
  return `${dateText(at)} ${clock.format(at)}${seconds}`
}
