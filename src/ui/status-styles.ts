import { type InstanceStatus, instanceStatuses } from '#contract/instance-actions.ts'
import type { IconName } from './Icon.tsx'

export type Tone = 'success' | 'warning' | 'danger' | 'primary' | 'neutral'
export interface StatusStyle {
  word: string
  icon: IconName
  tone: Tone
  /** Transitional state: the icon spins. */
  moving?: boolean
}

/** Icon, text and colour of the nine instance states, used everywhere (requirements §3). */
export const instanceStatusStyles: Record<InstanceStatus, StatusStyle> = {
  0: { word: instanceStatuses[0], icon: 'loading', tone: 'primary', moving: true },
  5: { word: instanceStatuses[5], icon: 'loading', tone: 'primary', moving: true },
  2: { word: instanceStatuses[2], icon: 'play', tone: 'success' },
  6: { word: instanceStatuses[6], icon: 'loading', tone: 'neutral', moving: true },
  7: { word: instanceStatuses[7], icon: 'power', tone: 'neutral' },
  12: { word: instanceStatuses[12], icon: 'trash', tone: 'warning' },
  1: { word: instanceStatuses[1], icon: 'warning', tone: 'danger' },
  30: { word: instanceStatuses[30], icon: 'move', tone: 'warning' },
  31: { word: instanceStatuses[31], icon: 'save', tone: 'warning' },
}

const unknownLook: StatusStyle = { word: '未知状态', icon: 'info', tone: 'neutral' }

export const getStatusStyle = (status: number): StatusStyle =>
  (instanceStatusStyles as Record<number, StatusStyle>)[status] ?? unknownLook
