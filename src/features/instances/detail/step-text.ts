import { durationText } from '#src/features/instances/instance-text.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import type { Step } from './instance-detail.ts'

/** When a step began and how long it took: `17:13:45，3 秒`; under a second says so. */
export function stepText({ started_at, finished_at }: Step): string {
  if (!started_at) return ''
  const begun = formatTimeExact(started_at).slice(11)
  if (!finished_at) return begun
  const ms = Date.parse(finished_at) - Date.parse(started_at)
  return `${begun}，${ms < 1000 ? '不到 1 秒' : durationText(ms / 1000)}`
}
