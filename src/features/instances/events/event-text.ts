import type { z } from 'zod'
import type { InstanceEvent } from '#contract/instances.ts'
import { formatStopReason } from '#src/features/instances/instance-text.ts'

export type TimelineEvent = z.infer<typeof InstanceEvent>

export const actorLabels: Record<TimelineEvent['actor'], string> = { user: '用户', operator: '平台运营', system: '系统' }

/** Why it happened, as far as it is known. */
export const formatEventReason = ({ reason, detail }: TimelineEvent): string | null =>
  [reason && `原因：${formatStopReason(reason)}`, detail].filter(Boolean).join('。') || null
