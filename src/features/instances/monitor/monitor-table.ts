import { type Monitor, metrics } from '#contract/monitor.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { buildPanels } from './panels.ts'

const text = (value: number | null | undefined) => (value == null ? '' : String(value))

/** Every bucket with every line's mean, least and greatest, in the units of the wire; a gap is an empty cell. */
export function buildMonitorTable(data: Monitor): string[][] {
  const lines = buildPanels(data).flatMap(({ lines: ofPanel }) => ofPanel)
  const nameOf = ({ name, series: { metric } }: (typeof lines)[number]) => {
    const { label, unit } = metrics[metric]
    return name === label ? `${label}（${unit}）` : `${label} ${name}（${unit}）`
  }
  const head = ['时间（北京）', ...lines.flatMap((line) => ['平均', '最低', '最高'].map((word) => `${nameOf(line)}${word}`))]
  const rows = data.times.map((at, index) => [
    formatTimeExact(at),
    ...lines.flatMap(({ series: { points } }) => [points.avg[index], points.min[index], points.max[index]].map(text)),
  ])
  return [head, ...rows]
}
