import { type Capability, capabilityGaps, lacksCapability } from '#contract/capability-gaps.ts'
import {
  actionGroups,
  bothDisksKept,
  type InstanceAction,
  type InstanceStatus,
  instanceActions,
  isActionAllowed,
  instanceStatusCodes as s,
} from '#contract/instance-actions.ts'
import { DiskKind, formatDisks, type Instance, instances } from '#contract/instances.ts'

/** Actions that need a confirmation: they affect the machine, its data or money. */
export const powerActions = [
  'start',
  'start_without_gpu',
  'shutdown',
  'restart',
  'release',
] as const satisfies readonly InstanceAction[]
export type PowerActionName = (typeof powerActions)[number]

export const toPowerEndpoint = (action: PowerActionName) => instances[action]

/** Actions that need input; each has its own dialog. */
export const inputActions = [
  'save_image',
  'change_image',
  'clone',
  'resize_disk',
  'migrate',
] as const satisfies readonly InstanceAction[]
export type InputAction = (typeof inputActions)[number]

/** Returns an action's rule from the shared table (product §4); the last menu group needs no heading. */
export const toActionRule = (action: PowerActionName | InputAction) => {
  const { label, group, ...rule } = instanceActions[action]
  return { label, group: group === 'other' ? undefined : actionGroups[group], danger: 'danger' in rule }
}

/** Formats the effect on data and money of the given instances, worded for their billing and for what their hosts keep. */
export function formatActionEffect(
  action: PowerActionName | InputAction,
  rows: readonly Pick<Instance, 'charge_rule' | 'capabilities'>[],
): string {
  const rule = instanceActions[action]
  const billed = [...new Set(rows.map(({ charge_rule: chargeRule }) => (chargeRule === 'hour' ? 'hour' : 'package')))]
  const [only] = billed
  const effect = 'effect_of' in rule && only && billed.length === 1 ? rule.effect_of[only] : rule.effect
  if (!rows.some(({ capabilities }) => lacksCapability(capabilities, 'keeps_system_disk'))) return effect
  return action === 'restart'
    ? `${capabilityGaps.keeps_system_disk}。${effect}`
    : effect.replace(bothDisksKept, keptWithoutSystemDisk)
}

const keptWithoutSystemDisk = `${capabilityGaps.keeps_system_disk}。`

/** Returns what the engine of the instance's host cannot do and the action needs. */
function findLack(action: InstanceAction, { capabilities }: Pick<Instance, 'capabilities'>): Capability | undefined {
  const rule = instanceActions[action]
  return 'needs' in rule && lacksCapability(capabilities, rule.needs) ? rule.needs : undefined
}

export const canPerform =
  (action: InstanceAction) =>
  (instance: Pick<Instance, 'status' | 'capabilities'>): boolean =>
    isActionAllowed(action, instance.status) && findLack(action, instance) === undefined

const availabilityHints: Partial<Record<InstanceStatus, string>> = {
  [s.creating]: '创建完成后可用',
  [s.starting]: '关机后可用',
  [s.running]: '关机后可用',
  [s.shutting_down]: '关机后可用',
  [s.abnormal]: '恢复正常后可用',
  [s.migrating]: '迁移完成后可用',
  [s.saving]: '保存完成后可用',
}

/**
 * Formats why an action is not available: the host cannot do it, or what must finish before; none for 开机, which users seek only
 * on stopped instances.
 */
export const formatWaitHint =
  (action: InstanceAction) =>
  ({ status, ...instance }: Pick<Instance, 'status' | 'capabilities'>): string | undefined => {
    const lack = findLack(action, instance)
    if (lack) return `所在的主机${capabilityGaps[lack]}`
    if (action === 'start' || !isActionAllowed(action, s.shut_down)) return undefined
    return status === s.starting && isActionAllowed(action, s.running) ? '开机后可用' : availabilityHints[status]
  }

/** Returns the disks that a boot would find missing; booting then requires the user's explicit consent. */
export const computeMissingDisks = (
  action: PowerActionName,
  { lost_disks: lostDisks }: Pick<Instance, 'lost_disks'>,
): readonly DiskKind[] => (action === 'start' || action === 'start_without_gpu' ? lostDisks : [])
export const formatDiskLoss = (lost: readonly DiskKind[]): string => {
  const left = DiskKind.options.filter((disk) => !lost.includes(disk))
  return `${formatDisks(lost)}在主机上已经丢失，里面的内容无法恢复；开机会以空盘代替。${left.length > 0 ? `${formatDisks(left)}仍在，内容不变。` : ''}`
}
export const formatLossConsent = (lost: readonly DiskKind[]): string => `我知道${formatDisks(lost)}的内容已经丢失，以空盘开机`

export const releaseConsent = '我已备份需要的数据，明白删除后无法恢复'
