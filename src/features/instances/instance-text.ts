import type { Capabilities } from '#contract/capabilities.ts'
import { type StopReason, instanceStatusCodes as s, stopReasons } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { formatTime } from '#src/ui/format-time.ts'

/** `RTX 4090 × 2` */
export const formatGpu = ({ gpu_type: gpuType, gpu_num: gpuNum }: Instance['flavor']): string => `${gpuType} × ${gpuNum}`

/** `28 核 · 120 GB · 显存 24 GB × 2` */
export const formatMachine = ({ cpu, memory, vram, gpu_num: gpuNum }: Instance['flavor']): string =>
  `${cpu} 核 · ${memory} GB · 显存 ${vram} GB${gpuNum > 1 ? ` × ${gpuNum}` : ''}`

/** Formats the stop reason; a reason unknown to this build is shown as it is. */
export const formatStopReason = (reason: string | null): string | null => reason && (stopReasons[reason as StopReason] ?? reason)

/** Statuses in which nothing runs: no logs are written, no samples taken. */
export const stoppedStatuses: readonly number[] = [s.shut_down, s.abnormal]

const restStatuses: readonly number[] = [s.shutting_down, ...stoppedStatuses]

/** Formats why an instance is stopped, e.g. `手动关机`, shown beside its state; a transition in progress has a different reason. */
export function formatStopText({ status, reason }: Pick<Instance, 'status' | 'reason'>): string | null {
  const why = formatStopReason(reason)
  if (!why || !restStatuses.includes(status)) return null
  return status === s.abnormal ? why : `${why}关机`
}

/** Formats `主机失联 · 自 11-21 14:05`: the host is unreachable, the state is unknown, and nothing is billed (product §4). */
export const formatUnseen = (since: string | null): string | null => since && `主机失联 · 自 ${formatTime(since).slice(5)}`

/** Returns the current hourly price; an instance running without a GPU has its own price (product §4). */
export const computeCurrentHourPrice = ({
  gpu_mode: gpuMode,
  price_hour: priceHour,
}: Pick<Instance, 'gpu_mode' | 'price_hour'>): string =>
  gpuMode === 'none' ? formatMicroAsYuan(BigInt(limits.noGpuPriceMicro)) : priceHour

/** Returns whether the processes run; its disks may be being read at the same time (product §4). */
export const isRunningNow = ({
  status,
  started_at: startedAt,
  stopped_at: stoppedAt,
}: Pick<Instance, 'status' | 'started_at' | 'stopped_at'>): boolean =>
  status === s.running || (status === s.saving && startedAt !== null && stoppedAt === null)

const units = [
  [86_400, '天'],
  [3600, '小时'],
  [60, '分'],
  [1, '秒'],
] as const

/** Formats a duration in its two largest units: `3 小时 12 分`, `45 秒`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const first = units.findIndex(([unit]) => whole >= unit)
  if (first === -1) return '0 秒'
  const parts = units.slice(first, first + 2).map(([unit, word], index) => {
    const count = Math.floor((index ? whole % (units[first]?.[0] ?? 1) : whole) / unit)
    return count ? `${count} ${word}` : ''
  })
  return parts.filter(Boolean).join(' ')
}

/** Returns what happens when a data disk is full; empty while no host is known. */
export function formatDiskLimit(capabilities: Capabilities | null | undefined): string {
  if (!capabilities) return ''
  if (capabilities.limits_data_disk) return '写满后无法再写入。'
  return capabilities.measures_disks ? '用量定期测量，超出上限后实例会被关机，数据保留。' : '大小不受限制，用量也不测量。'
}
