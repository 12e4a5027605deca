import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Time } from './scalars.ts'

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
type MonitorRange = keyof typeof monitorRanges
const MonitorRange = z.enum(Object.keys(monitorRanges) as [MonitorRange, ...MonitorRange[]])

/** The current or, if the instance is stopped, the latest run; at least this long, so that its beginning can be read. */
export const runRangeMinSeconds = 300
/** What a chart shows: a fixed range, or the run. */
export const MonitorSpan = z.enum(['run', ...MonitorRange.options])
export type MonitorSpan = z.infer<typeof MonitorSpan>

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

/** Interval, number of intervals and number of instances of the lines beside the rows of a list: one hour. */
export const usageLine = { step_seconds: 120, points: 30, instances_max: 50 } as const

const Percents = z.array(Value).length(usageLine.points)

/** Mean use of all cards of an instance, oldest interval first. */
export const InstanceUsage = z
  .object({
    id: Id,
    gpu_use: Percents.meta({ description: '每个时间段的平均 GPU 利用率，%；没有采样为 null' }),
    vram_use: Percents.meta({ description: '每个时间段的平均显存占用，%；没有采样为 null' }),
  })
  .meta({ id: 'InstanceUsage' })
export type InstanceUsage = z.infer<typeof InstanceUsage>

export const monitor = {
  usage: endpoint({
    method: 'GET',
    path: '/api/v1/instance/usage',
    access: 'user',
    summary: '多台实例近 1 小时的 GPU 利用率与显存占用，每 2 分钟一段',
    description: "Returns the mean GPU and VRAM use of up to 50 of the caller's instances over the last hour.",
    source: 'decided: docs/decisions/080',
    query: z.object({
      ids: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}(,[A-Za-z0-9-]{1,64}){0,49}$/, '实例编号格式有误')
        .meta({ description: '实例编号，逗号分隔，最多 50 台；不是自己的不返回' }),
    }),
    data: z.array(InstanceUsage),
  }),
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
      range: MonitorSpan.optional().meta({
        description: '到现在为止的固定范围；run 为本次或最近一次运行，至少 5 分钟，从未运行则为 1h；与 from、to 二选一，默认 1h',
      }),
      from: Time.optional(),
      to: Time.optional(),
    }),
    data: Monitor,
  }),
}
