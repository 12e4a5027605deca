import { type InstanceStatus, instance_statuses } from '#contract/instance-actions.ts'
import type { IconName } from './Icon.tsx'

export type Tone = 'success' | 'warning' | 'danger' | 'primary' | 'neutral'
export interface StatusLook {
  word: string
  icon: IconName
  tone: Tone
  /** In between: the icon turns. */
  moving?: boolean
}

/** How each of the nine instance states looks everywhere: icon, word and colour together (spec §3). */
export const instance_looks: Record<InstanceStatus, StatusLook> = {
  0: { word: instance_statuses[0], icon: 'loading', tone: 'primary', moving: true },
  5: { word: instance_statuses[5], icon: 'loading', tone: 'primary', moving: true },
  2: { word: instance_statuses[2], icon: 'play', tone: 'success' },
  6: { word: instance_statuses[6], icon: 'loading', tone: 'neutral', moving: true },
  7: { word: instance_statuses[7], icon: 'power', tone: 'neutral' },
  12: { word: instance_statuses[12], icon: 'trash', tone: 'warning' },
  1: { word: instance_statuses[1], icon: 'warning', tone: 'danger' },
  30: { word: instance_statuses[30], icon: 'move', tone: 'warning' },
  31: { word: instance_statuses[31], icon: 'save', tone: 'warning' },
}

const unknown_look: StatusLook = { word: '未知状态', icon: 'info', tone: 'neutral' }

export const lookOfStatus = (status: number): StatusLook => (instance_looks as Record<number, StatusLook>)[status] ?? unknown_look
