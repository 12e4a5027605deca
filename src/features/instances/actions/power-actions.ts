import {
  action_groups,
  type InstanceAction,
  type InstanceStatus,
  instance_actions,
  isAllowed,
  status_codes as s,
} from '#contract/instance-actions.ts'
import { Disk, disksText, type Instance, instances } from '#contract/instances.ts'

/** What is asked before it is done: the actions that move the machine, its data or money. */
export const power_actions = [
  'start',
  'start_without_gpu',
  'shutdown',
  'restart',
  'release',
] as const satisfies readonly InstanceAction[]
export type PowerAction = (typeof power_actions)[number]

export const endpointOf = (action: PowerAction) => instances[action]

/** What is asked with more than a click: each has a dialog of its own. */
export const work_actions = [
  'save_image',
  'change_image',
  'clone',
  'resize_disk',
  'migrate',
] as const satisfies readonly InstanceAction[]
export type WorkAction = (typeof work_actions)[number]

/** The rule of an action as the one table has it (product §4); what stands last in every menu needs no heading. */
export const ruleOf = (action: PowerAction | WorkAction) => {
  const { label, group, ...rule } = instance_actions[action]
  return { label, group: group === 'other' ? undefined : action_groups[group], danger: 'danger' in rule }
}

/** What it does to data and money of these, in words for how they are billed. */
export function effectOn(action: PowerAction | WorkAction, rows: readonly Pick<Instance, 'charge_rule'>[]): string {
  const rule = instance_actions[action]
  const billed = [...new Set(rows.map(({ charge_rule }) => (charge_rule === 'hour' ? 'hour' : 'package')))]
  const [only] = billed
  return 'effect_of' in rule && only && billed.length === 1 ? rule.effect_of[only] : rule.effect
}

export const mayDo =
  (action: InstanceAction) =>
  ({ status }: Pick<Instance, 'status'>): boolean =>
    isAllowed(action, status)

const ends: Partial<Record<InstanceStatus, string>> = {
  [s.creating]: '创建完成后可用',
  [s.starting]: '关机后可用',
  [s.running]: '关机后可用',
  [s.shutting_down]: '关机后可用',
  [s.abnormal]: '恢复正常后可用',
  [s.migrating]: '迁移完成后可用',
  [s.saving]: '保存完成后可用',
}

/** What must end before an instance at rest can have it done. 开机 is not looked for in any other state. */
export const waitsFor =
  (action: InstanceAction) =>
  ({ status }: Pick<Instance, 'status'>): string | undefined => {
    if (action === 'start' || !isAllowed(action, s.shut_down)) return undefined
    return status === s.starting && isAllowed(action, s.running) ? '开机后可用' : ends[status]
  }

/** What a boot does that finds disks gone: it goes on only with whoever knows. */
export const bootsWithout = (action: PowerAction, { lost_disks }: Pick<Instance, 'lost_disks'>): readonly Disk[] =>
  action === 'start' || action === 'start_without_gpu' ? lost_disks : []
export const lossOf = (lost: readonly Disk[]): string => {
  const left = Disk.options.filter((disk) => !lost.includes(disk))
  return `${disksText(lost)}在主机上已经丢失，里面的内容无法恢复；开机会以空盘代替。${left.length > 0 ? `${disksText(left)}仍在，内容不变。` : ''}`
}
export const lossConsent = (lost: readonly Disk[]): string => `我知道${disksText(lost)}的内容已经丢失，以空盘开机`

export const consent = '我已备份需要的数据，明白删除后无法恢复'
