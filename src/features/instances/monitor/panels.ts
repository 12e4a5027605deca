import { type MetricName, type Monitor, type MonitorSeries, metrics } from '#contract/monitor.ts'

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
