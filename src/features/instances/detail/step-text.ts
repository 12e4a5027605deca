import { formatDuration } from '#src/features/instances/instance-text.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import type { BootStep } from './instance-detail.ts'

/**
 * Formats start and duration of a step: `17:13:45，3 秒`; durations under a second are named as such. A step too short to be
 * observed has no times; the duration of the one before contains it.
 */
export function formatStepTimes({ state, started_at: startedAt, finished_at: finishedAt }: BootStep): string {
  if (!startedAt) return state === 'finish' ? '计入上一步' : ''
  const begun = formatTimeExact(startedAt).slice(11)
  if (!finishedAt) return begun
  const ms = Date.parse(finishedAt) - Date.parse(startedAt)
  return `${begun}，${ms < 1000 ? '不到 1 秒' : formatDuration(ms / 1000)}`
}
