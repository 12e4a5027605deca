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

/** Why it stopped, in words; a reason this build does not know is shown as it is. */
export const formatStopReason = (reason: string | null): string | null => reason && (stopReasons[reason as StopReason] ?? reason)

const restStatuses: readonly number[] = [s.shutting_down, s.shut_down, s.abnormal]

/** `手动关机`: why it rests, said beside its state; what goes on meanwhile has another reason. */
export function formatStopText({ status, reason }: Pick<Instance, 'status' | 'reason'>): string | null {
  const why = formatStopReason(reason)
  if (!why || !restStatuses.includes(status)) return null
  return status === s.abnormal ? why : `${why}关机`
}

/** `主机失联 · 自 11-21 14:05`: how it is now nobody knows, and nothing is billed (product §4). */
export const formatUnseen = (since: string | null): string | null => since && `主机失联 · 自 ${formatTime(since).slice(5)}`

/** What an hour costs as it runs now: without a GPU it has a price of its own (product §4). */
export const computeCurrentHourPrice = ({
  gpu_mode: gpuMode,
  price_hour: priceHour,
}: Pick<Instance, 'gpu_mode' | 'price_hour'>): string =>
  gpuMode === 'none' ? formatMicroAsYuan(BigInt(limits.noGpuPriceMicro)) : priceHour

/** Its processes run, though its disks may be read meanwhile (product §4). */
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

/** The two largest units: `3 小时 12 分`, `45 秒`. */
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
