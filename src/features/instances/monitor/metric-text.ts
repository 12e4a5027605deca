import { type MetricName, metrics } from '#contract/monitor.ts'

const mibPerGb = 1024
const byteUnits = ['B/s', 'KB/s', 'MB/s', 'GB/s'] as const

const formatTrimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

function formatByteRate(value: number): string {
  const power = value < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(value) / 3))
  const scaled = value / 1000 ** power
  return `${formatTrimmed(scaled, scaled < 10 && power > 0 ? 1 : 0)} ${byteUnits[power]}`
}

/** Formats a value for display: `86%`, `18.2 GB`, `1.4 MB/s`; a gap is a dash. */
export function formatMetric(metric: MetricName, value: number | null): string {
  if (value === null) return '—'
  const { unit } = metrics[metric]
  if (unit === 'B/s') return formatByteRate(value)
  if (unit === 'MiB') {
    return value < mibPerGb
      ? `${formatTrimmed(value, 0)} MB`
      : `${formatTrimmed(value / mibPerGb, value < 100 * mibPerGb ? 1 : 0)} GB`
  }
  return `${formatTrimmed(value, value < 10 ? 1 : 0)}${unit === '%' ? '' : ' '}${unit}`
}

/** Formats the capacity beside a value: `/ 24 GB（76%）`; percentages need none. Without a value, returns the capacity alone. */
export function formatCapacity(metric: MetricName, value: number | null, capacity: number | null): string | null {
  if (capacity === null || metrics[metric].unit === '%') return null
  if (value === null) return `共 ${formatMetric(metric, capacity)}`
  return `/ ${formatMetric(metric, capacity)}（${Math.round((100 * value) / capacity)}%）`
}

/** Keeps a figure with its name and unit on one line. */
export const keepTogether = (text: string): string => text.replaceAll(' ', '\u00a0')
