import { type MetricName, metrics } from '#contract/monitor.ts'

const mib_per_gb = 1024
const byte_units = ['B/s', 'KB/s', 'MB/s', 'GB/s'] as const

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

function bytesText(value: number): string {
  const power = value < 1 ? 0 : Math.min(byte_units.length - 1, Math.floor(Math.log10(value) / 3))
  const scaled = value / 1000 ** power
  return `${trimmed(scaled, scaled < 10 && power > 0 ? 1 : 0)} ${byte_units[power]}`
}

/** A figure as people read it: `86%`, `18.2 GB`, `1.4 MB/s`; a gap is a dash. */
export function metricText(metric: MetricName, value: number | null): string {
  if (value === null) return '—'
  const { unit } = metrics[metric]
  if (unit === 'B/s') return bytesText(value)
  if (unit === 'MiB') {
    return value < mib_per_gb ? `${trimmed(value, 0)} MB` : `${trimmed(value / mib_per_gb, value < 100 * mib_per_gb ? 1 : 0)} GB`
  }
  return `${trimmed(value, value < 10 ? 1 : 0)}${unit === '%' ? '' : ' '}${unit}`
}

/** Beside a figure that cannot grow for ever: `/ 24 GB（76%）`; percent need no such words. Without a figure, how much there is. */
export function capacityText(metric: MetricName, value: number | null, capacity: number | null): string | null {
  if (capacity === null || metrics[metric].unit === '%') return null
  if (value === null) return `共 ${metricText(metric, capacity)}`
  return `/ ${metricText(metric, capacity)}（${Math.round((100 * value) / capacity)}%）`
}
