import { type StopReason, status_codes as s, stop_reasons } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfMicro } from '#contract/money.ts'
import { formatTime } from '#src/ui/format-time.ts'

/** `RTX 4090 × 2` */
export const gpuText = ({ gpu_type, gpu_num }: Instance['flavor']): string => `${gpu_type} × ${gpu_num}`

/** `28 核 · 120 GB · 显存 24 GB × 2` */
export const machineText = ({ cpu, memory, vram, gpu_num }: Instance['flavor']): string =>
  `${cpu} 核 · ${memory} GB · 显存 ${vram} GB${gpu_num > 1 ? ` × ${gpu_num}` : ''}`

/** Why it stopped, in words; a reason this build does not know is shown as it is. */
export const reasonText = (reason: string | null): string | null => reason && (stop_reasons[reason as StopReason] ?? reason)

const at_rest: readonly number[] = [s.shutting_down, s.shut_down, s.abnormal]

/** `手动关机`: why it rests, said beside its state; what goes on meanwhile has another reason. */
export function stopText({ status, reason }: Pick<Instance, 'status' | 'reason'>): string | null {
  const why = reasonText(reason)
  if (!why || !at_rest.includes(status)) return null
  return status === s.abnormal ? why : `${why}关机`
}

/** `主机失联 · 自 11-21 14:05`: how it is now nobody knows, and nothing is billed (product §4). */
export const unseenText = (since: string | null): string | null => since && `主机失联 · 自 ${formatTime(since).slice(5)}`

/** What an hour costs as it runs now: without a GPU it has a price of its own (product §4). */
export const hourNow = ({ gpu_mode, price_hour }: Pick<Instance, 'gpu_mode' | 'price_hour'>): string =>
  gpu_mode === 'none' ? yuanOfMicro(BigInt(limits.no_gpu_price_micro)) : price_hour

/** Its processes run, though its disks may be read meanwhile (product §4). */
export const runsNow = ({ status, started_at, stopped_at }: Pick<Instance, 'status' | 'started_at' | 'stopped_at'>): boolean =>
  status === s.running || (status === s.saving && started_at !== null && stopped_at === null)

const steps = [
  [86_400, '天'],
  [3600, '小时'],
  [60, '分'],
  [1, '秒'],
] as const

/** The two largest units: `3 小时 12 分`, `45 秒`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const first = steps.findIndex(([unit]) => whole >= unit)
  if (first === -1) return '0 秒'
  const parts = steps.slice(first, first + 2).map(([unit, word], index) => {
    const count = Math.floor((index ? whole % (steps[first]?.[0] ?? 1) : whole) / unit)
    return count ? `${count} ${word}` : ''
  })
  return parts.filter(Boolean).join(' ')
}
