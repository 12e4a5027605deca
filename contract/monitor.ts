import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Time } from './scalars.ts'

/** Metrics of an instance, with the same names for cards of all vendors (product §4). Memory and disks in MiB. */
export const metrics = {
  gpu_use: { label: 'GPU 利用率', unit: '%', per: 'card' },
  vram_used: { label: '显存', unit: 'MiB', per: 'card' },
  gpu_temperature: { label: 'GPU 温度', unit: '°C', per: 'card' },
  gpu_power: { label: 'GPU 功耗', unit: 'W', per: 'card' },
  cpu_use: { label: 'CPU 利用率', unit: '%', per: 'instance' },
  memory_used: { label: '内存', unit: 'MiB', per: 'instance' },
  net_receive: { label: '网络接收', unit: 'B/s', per: 'instance' },
  net_send: { label: '网络发送', unit: 'B/s', per: 'instance' },
  disk_read: { label: '磁盘读取', unit: 'B/s', per: 'instance' },
  disk_write: { label: '磁盘写入', unit: 'B/s', per: 'instance' },
  sys_disk_used: { label: '系统盘', unit: 'MiB', per: 'instance' },
  data_disk_used: { label: '数据盘', unit: 'MiB', per: 'instance' },
} as const satisfies Record<string, { label: string; unit: string; per: 'card' | 'instance' }>

export type MetricName = keyof typeof metrics
export const metricNames = Object.keys(metrics) as MetricName[]
export const MetricName = z.enum(metricNames as [MetricName, ...MetricName[]])

/** Fixed time ranges in seconds; each ends now. */
export const monitorRanges = { '1h': 3600, '6h': 21_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const
export type MonitorRange = keyof typeof monitorRanges
export const MonitorRange = z.enum(Object.keys(monitorRanges) as [MonitorRange, ...MonitorRange[]])

/** Sampling interval of running instances. */
export const monitorSampleSeconds = 15
/** Retention of metrics; equals the longest range. */
export const monitorRetentionSeconds = monitorRanges['30d']
/** Maximum number of buckets per answer. */
export const monitorBucketsMax = 300

const Value = z.number().nullable()

/** One chart line. The arrays are as long as `times` of the answer; null means no sample: a gap, not a zero. */
export const MonitorSeries = z
  .object({
    metric: MetricName,
    card: z.number().int().nullable().meta({ description: '第几张卡，从 0 起；非显卡指标为 null' }),
    capacity: Value.meta({ description: '容量上限，如显存、内存、磁盘大小；没有上限为 null' }),
    current: Value.meta({ description: '最近一次采样；未在运行为 null' }),
    min: Value,
    avg: Value,
    max: Value,
    points: z.object({ min: z.array(Value), avg: z.array(Value), max: z.array(Value) }),
  })
  .meta({ id: 'MonitorSeries' })
export type MonitorSeries = z.infer<typeof MonitorSeries>

export const MonitorEvent = z.object({
  at: Time,
  kind: z.enum(['start', 'stop', 'failure', 'price']),
  title: z.string(),
})
export type MonitorEvent = z.infer<typeof MonitorEvent>

export const Monitor = z
  .object({
    from: Time,
    to: Time,
    step_seconds: z.number().int(),
    times: z.array(Time).meta({ description: '每个时间段的开始' }),
    series: z.array(MonitorSeries),
    events: z.array(MonitorEvent),
    ever_sampled: z.boolean().meta({ description: '是否曾有采样，不限本时间范围' }),
    simulated: z.boolean(),
  })
  .meta({ id: 'Monitor' })
export type Monitor = z.infer<typeof Monitor>

export const monitor = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/monitor',
    access: 'user',
    owned: 'instance',
    summary: '监控曲线：按时间段给出最小、平均、最大值，每条不超过 300 段',
    description:
      "Returns an instance's metrics as minimum, average and maximum of at most 300 intervals, by default of the last hour.",
    source: 'decided: product §4',
    params: ById,
    query: z.object({
      range: MonitorRange.optional().meta({ description: '到现在为止的固定范围；与 from、to 二选一，默认 1h' }),
      from: Time.optional(),
      to: Time.optional(),
    }),
    data: Monitor,
  }),
}
