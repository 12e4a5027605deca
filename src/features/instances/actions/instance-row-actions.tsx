import {
  action_groups,
  type InstanceAction,
  instance_actions,
  type BulkAction as WireAction,
} from '#contract/instance-actions.ts'
import { charge_rules, type Instance, instances } from '#contract/instances.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { BulkAction, RowAction } from '#src/admin/resource.ts'
import { paths } from '#src/paths.ts'
import { microOfYuan } from '#src/ui/catalogue/price.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import {
  consent,
  effectOn,
  mayDo,
  type PowerAction,
  power_actions,
  ruleOf,
  type WorkAction,
  waitsFor,
  work_actions,
} from './power-actions.ts'

const icons: Record<PowerAction | WorkAction, IconName> = {
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

/** What people say who do not use the product's word. */
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

const dialogOf = (action: PowerAction | WorkAction) => async () => ({
  default: (await import('./action-dialogs.tsx')).dialogs[action],
})
const shown = (name: PowerAction | WorkAction) => {
  const { label, group, danger } = ruleOf(name)
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
const declared = (name: PowerAction | WorkAction) => ({
  ...shown(name),
  allowed: mayDo(name),
  when_off: waitsFor(name),
  dialog: dialogOf(name),
})

const money_pages = {
  renew: { icon: 'clock', page: paths.instance_renew },
  lift: { icon: 'gauge', page: paths.instance_lift },
  convert_bill: { icon: 'wallet', page: paths.instance_convert_bill },
  coupon_config: { icon: 'receipt', page: paths.instance_coupon_config },
} as const satisfies Partial<Record<InstanceAction, { icon: IconName; page: (query: { id: string }) => string }>>

/** Only a package has an end that can be put off. */
const mayRenew = (instance: Instance) => instance.charge_rule !== 'hour' && mayDo('renew')(instance)

/** What moves the money of an instance has a page each, which shows a quote before anything is done. */
const money_actions: RowAction<Instance>[] = (Object.keys(money_pages) as (keyof typeof money_pages)[]).map((name) => ({
  name,
  label: instance_actions[name].label,
  icon: <Icon name={money_pages[name].icon} />,
  group: action_groups.money,
  rare: true,
  keywords: keywords[name] ?? [],
  allowed: name === 'renew' ? mayRenew : mayDo(name),
  when_off: name === 'renew' ? 'hidden' : waitsFor(name),
  href: ({ id }) => money_pages[name].page({ id }),
}))

/** What may be done to one instance in the states the table allows it in. */
export const instance_row_actions: readonly RowAction<Instance>[] = [
  {
    name: 'terminal',
    label: instance_actions.terminal.label,
    icon: <Icon name="terminal" />,
    keywords: keywords.terminal ?? [],
    allowed: mayDo('terminal'),
    when_off: 'hidden',
    href: ({ id }) => paths.container_instance_tab(id, 'terminal'),
  },
  ...power_actions.filter((name) => name !== 'release').map(declared),
  {
    name: 'timer',
    label: '定时关机',
    group: action_groups.power,
    icon: <Icon name="clock" />,
    allowed: mayDo('shutdown'),
    when_off: 'hidden',
    dialog: () => import('#src/features/instances/settings/TimerDialog.tsx'),
  },
  ...money_actions,
  {
    name: 'reset_password',
    label: instance_actions.reset_password.label,
    icon: <Icon name="key" />,
    rare: true,
    allowed: mayDo('reset_password'),
    when_off: 'hidden',
    dialog: () => import('#src/features/instances/access/ResetSshPassword.tsx'),
  },
  ...[...work_actions, 'release' as const].map(declared),
]

/** What those that are billed by the hour come to together; nothing where there are none. */
function ofHourly(rows: readonly Instance[], words: string): string {
  const hourly = rows.filter(({ charge_rule }) => charge_rule === 'hour')
  const micro = hourly.reduce((sum, row) => sum + microOfYuan(row.price_hour), 0n)
  return hourly.length > 0 ? `按量计费的实例${words} ¥${yuanOfMicro(micro)}。` : ''
}

/** Beside its name where several are asked about. */
const billedText = ({ charge_rule, price_hour }: Instance): string =>
  charge_rule === 'hour' ? `¥${price_hour}/小时` : charge_rules[charge_rule]

const bulk = (name: WireAction) => ({
  ...shown(name),
  allowed: mayDo(name),
  endpoint: instances.bulk,
  body: { action: name },
  effect: (rows: readonly Instance[]) => effectOn(name, rows),
  done: instances[name].message,
})

/** What may be done to many (product §4). */
export const instance_bulk_actions: readonly BulkAction<Instance>[] = [
  {
    ...bulk('start'),
    each: billedText,
    effect: (rows) => effectOn('start', rows) + ofHourly(rows, '全部运行后，每小时合计'),
  },
  {
    ...bulk('shutdown'),
    each: billedText,
    effect: (rows) => effectOn('shutdown', rows) + ofHourly(rows, '全部关机后，每小时合计少花'),
  },
  {
    name: 'renew',
    label: instance_actions.renew.label,
    icon: <Icon name={money_pages.renew.icon} />,
    allowed: mayRenew,
    href: (rows) => paths.instance_renew({ id: rows.map(({ id }) => id).join() }),
  },
  { ...bulk('release'), each: billedText, consent },
]
