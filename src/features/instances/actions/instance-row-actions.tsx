import {
  actionGroups,
  type InstanceAction,
  instanceActions,
  type BulkInstanceAction as WireAction,
} from '#contract/instance-actions.ts'
import { chargeRules, type Instance, instances } from '#contract/instances.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import type { BulkRowAction, RowAction } from '#src/admin/resource.ts'
import { paths } from '#src/paths.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import {
  canPerform,
  formatActionEffect,
  formatWaitHint,
  type InputAction,
  inputActions,
  type PowerActionName,
  powerActions,
  releaseConsent,
  toActionRule,
} from './power-actions.ts'

const icons: Record<PowerActionName | InputAction, IconName> = {
  start: 'play',
  start_without_gpu: 'play',
  shutdown: 'power',
  restart: 'refresh',
  save_image: 'save',
  change_image: 'layers',
  clone: 'copy',
  resize_disk: 'disk',
  migrate: 'move',
  release: 'trash',
}

/** Search keywords for users who do not know the product's term. */
const keywords: Partial<Record<InstanceAction, readonly string[]>> = {
  start: ['启动', 'start'],
  shutdown: ['停止', '关闭', 'stop', 'shutdown'],
  restart: ['重新启动', 'restart', 'reboot'],
  release: ['删除', '销毁'],
  renew: ['续期', '延长'],
  convert_bill: ['转包日', '转按量'],
  lift: ['升级', '降级', '换卡'],
  terminal: ['打开终端', '命令行', 'terminal'],
}

const createDialogLoader = (action: PowerActionName | InputAction) => async () => ({
  default: (await import('./action-dialogs.tsx')).actionDialogs[action],
})
const buildActionBase = (name: PowerActionName | InputAction) => {
  const { label, group, danger } = toActionRule(name)
  const words = keywords[name]
  return {
    name,
    label,
    danger,
    rare: danger,
    icon: <Icon name={icons[name]} />,
    ...(group && { group }),
    ...(words && { keywords: words }),
  }
}
const buildRowAction = (name: PowerActionName | InputAction) => ({
  ...buildActionBase(name),
  allowed: canPerform(name),
  whenOff: formatWaitHint(name),
  dialog: createDialogLoader(name),
})

const moneyPages = {
  renew: { icon: 'clock', page: paths.instanceRenew },
  lift: { icon: 'gauge', page: paths.instanceLift },
  convert_bill: { icon: 'wallet', page: paths.instanceConvertBill },
  coupon_config: { icon: 'receipt', page: paths.instanceCouponConfig },
} as const satisfies Partial<Record<InstanceAction, { icon: IconName; page: (query: { id: string }) => string }>>

/** Returns whether the instance can be renewed: only a package has an end date. */
const canRenew = (instance: Instance) => instance.charge_rule !== 'hour' && canPerform('renew')(instance)

/** Actions that move money; each has its own page, which shows a quote first. */
const moneyActions: RowAction<Instance>[] = (Object.keys(moneyPages) as (keyof typeof moneyPages)[]).map((name) => ({
  name,
  label: instanceActions[name].label,
  icon: <Icon name={moneyPages[name].icon} />,
  group: actionGroups.money,
  rare: true,
  keywords: keywords[name] ?? [],
  allowed: name === 'renew' ? canRenew : canPerform(name),
  whenOff: name === 'renew' ? 'hidden' : formatWaitHint(name),
  href: ({ id }) => moneyPages[name].page({ id }),
}))

/** Row actions of an instance, with the states in which the transition table allows each. */
export const instanceRowActions: readonly RowAction<Instance>[] = [
  {
    name: 'terminal',
    label: instanceActions.terminal.label,
    icon: <Icon name="terminal" />,
    rare: true, // in a list it stands among the quick ways in
    keywords: keywords.terminal ?? [],
    allowed: canPerform('terminal'),
    whenOff: 'hidden',
    href: ({ id }) => paths.containerInstanceTab(id, 'terminal'),
  },
  ...powerActions.filter((name) => name !== 'release').map(buildRowAction),
  {
    name: 'timer',
    label: '定时关机',
    group: actionGroups.power,
    icon: <Icon name="clock" />,
    allowed: canPerform('shutdown'),
    whenOff: 'hidden',
    dialog: () => import('#src/features/instances/settings/TimerDialog.tsx'),
  },
  ...moneyActions,
  {
    name: 'reset_password',
    label: instanceActions.reset_password.label,
    icon: <Icon name="key" />,
    rare: true,
    allowed: canPerform('reset_password'),
    whenOff: 'hidden',
    dialog: () => import('#src/features/instances/access/ResetSshPassword.tsx'),
  },
  ...[...inputActions, 'release' as const].map(buildRowAction),
]

/** Formats the total hourly price of the hourly-billed instances; empty if there are none. */
function formatHourlyTotal(rows: readonly Instance[], words: string): string {
  const hourly = rows.filter(({ charge_rule: chargeRule }) => chargeRule === 'hour')
  const micro = hourly.reduce((sum, row) => sum + parsePriceMicro(row.price_hour), 0n)
  return hourly.length > 0 ? `按量计费的实例${words} ¥${formatMicroAsYuan(micro)}。` : ''
}

/** Billing text beside the name when several instances are confirmed together. */
const formatBilling = ({ charge_rule: chargeRule, price_hour: priceHour }: Instance): string =>
  chargeRule === 'hour' ? `¥${priceHour}/小时` : chargeRules[chargeRule]
/** The same with what it has cost until now, where something ends. */
const formatBillingSoFar = (instance: Instance): string => `${formatBilling(instance)} · 至今 ¥${instance.cost}`

const buildBulkAction = (name: WireAction) => ({
  ...buildActionBase(name),
  allowed: canPerform(name),
  endpoint: instances.bulk,
  body: { action: name },
  effect: (rows: readonly Instance[]) => formatActionEffect(name, rows),
  done: instances[name].message,
})

/** Bulk actions on instances (product §4). */
export const instanceBulkActions: readonly BulkRowAction<Instance>[] = [
  {
    ...buildBulkAction('start'),
    each: formatBilling,
    effect: (rows) => formatActionEffect('start', rows) + formatHourlyTotal(rows, '全部运行后，每小时合计'),
  },
  {
    ...buildBulkAction('shutdown'),
    each: formatBillingSoFar,
    effect: (rows) => formatActionEffect('shutdown', rows) + formatHourlyTotal(rows, '全部关机后，每小时合计少花'),
  },
  {
    name: 'renew',
    label: instanceActions.renew.label,
    icon: <Icon name={moneyPages.renew.icon} />,
    allowed: canRenew,
    href: (rows) => paths.instanceRenew({ id: rows.map(({ id }) => id).join() }),
  },
  { ...buildBulkAction('release'), each: formatBillingSoFar, consent: releaseConsent },
]
