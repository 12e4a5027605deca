import { type MetricName, type Monitor, type MonitorSeries, metrics } from '#contract/monitor.ts'
import { computeKnownMax, computeKnownMean, computeKnownMin } from './known-values.ts'

/** Metrics drawn together: they share a unit and explain each other. */
const panels = [
  { key: 'gpu_use', title: 'GPU 利用率', of: ['gpu_use'] },
  { key: 'vram', title: '显存', of: ['vram_used'] },
  { key: 'gpu_temperature', title: 'GPU 温度', of: ['gpu_temperature'] },
  { key: 'gpu_power', title: 'GPU 功耗', of: ['gpu_power'] },
  { key: 'cpu', title: 'CPU 利用率', of: ['cpu_use'] },
  { key: 'memory', title: '内存', of: ['memory_used'] },
  { key: 'network', title: '网络', of: ['net_receive', 'net_send'] },
  { key: 'disk_io', title: '磁盘读写', of: ['disk_read', 'disk_write'] },
  { key: 'disk', title: '磁盘空间', of: ['sys_disk_used', 'data_disk_used'] },
] as const satisfies readonly { key: string; title: string; of: readonly MetricName[] }[]
export type PanelKey = (typeof panels)[number]['key']

/** A line of a panel with its colour and dash pattern. */
export interface ChartLine {
  key: string
  name: string
  series: MonitorSeries
  color: string
  dash: string | undefined
}
export interface PanelView {
  key: PanelKey
  title: string
  lines: ChartLine[]
}

const colors = [1, 2, 3, 4, 5, 6].map((number) => `var(--color-chart-${number})`)
const dashes = [undefined, '7 3', '2 3', '9 3 2 3', '4 2', '1 4', '12 4', '6 2 1 2']

const shortLabels: Partial<Record<MetricName, string>> = {
  net_receive: '接收',
  net_send: '发送',
  disk_read: '读取',
  disk_write: '写入',
}
const formatSeriesName = ({ metric, card }: MonitorSeries): string =>
  card === null ? (shortLabels[metric] ?? metrics[metric].label) : `GPU ${card}`

/** Builds the panels that have data for this instance: no GPU panels without a GPU. */
export const buildPanels = (data: Monitor): PanelView[] =>
  panels.flatMap(({ key, title, of }) => {
    const wanted: readonly MetricName[] = of
    const lines = data.series
      .filter(({ metric }) => wanted.includes(metric))
      .map((series, index) => ({
        key: `${series.metric}-${series.card ?? ''}`,
        name: formatSeriesName(series),
        series,
        color: colors[index % colors.length]!,
        dash: dashes[index % dashes.length],
      }))
    return lines.length ? [{ key, title, lines }] : []
  })

/** The charts of one of two instances that are compared. */
export interface ComparedMonitor {
  name: string
  data: Monitor
}

/** Builds what stands for data that is on its way: the same lines, without any value. */
export const clearValues = (data: Monitor): Monitor => ({
  ...data,
  series: data.series.map((line) => {
    const gaps = line.points.avg.map(() => null)
    return { ...line, current: null, min: null, avg: null, max: null, points: { min: gaps, avg: gaps, max: gaps } }
  }),
})

/** Joins the lines of all cards into one, at the given moments: the mean, the least and the greatest of them. */
function joinCards({ series, times: own }: Monitor, metric: MetricName, times: readonly string[]): MonitorSeries | undefined {
  const lines = series.filter((line) => line.metric === metric)
  const [first] = lines
  if (!first) return undefined
  const places = new Map(own.map((at, index) => [at, index]))
  const points = (figure: 'min' | 'avg' | 'max', join: typeof computeKnownMean) =>
    times.map((at) => join(lines.map((line) => line.points[figure][places.get(at) ?? -1])))
  return {
    ...first,
    card: null,
    current: computeKnownMean(lines.map(({ current }) => current)),
    min: computeKnownMin(lines.map(({ min }) => min)),
    avg: computeKnownMean(lines.map(({ avg }) => avg)),
    max: computeKnownMax(lines.map(({ max }) => max)),
    points: { min: points('min', computeKnownMin), avg: points('avg', computeKnownMean), max: points('max', computeKnownMax) },
  }
}

/**
 * Builds the panels of two instances: one line of each for every metric, the cards of an instance as one. The second instance is
 * dashed.
 */
export function buildComparedPanels(first: ComparedMonitor, second: ComparedMonitor): PanelView[] {
  const { times } = first.data
  return panels.flatMap(({ key, title, of }) => {
    const lines = of.flatMap((metric: MetricName, nth) =>
      [first, second].flatMap(({ name, data }, index) => {
        const series = joinCards(data, metric, times)
        const what = of.length > 1 ? `${shortLabels[metric] ?? metrics[metric].label} · ` : ''
        return series
          ? [
              {
                key: `${metric}-${index}`,
                name: `${what}${name}`,
                series,
                color: colors[(2 * nth + index) % colors.length]!,
                dash: index === 1 ? '6 3' : undefined,
              },
            ]
          : []
      }),
    )
    return lines.length ? [{ key, title, lines }] : []
  })
}
