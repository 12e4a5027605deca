import { paths } from '#src/paths.ts'
import { openRow, pressCreate, searchHere, selectRow, stepRow } from './list-keys.ts'

export interface ShortcutWorld {
  go: (path: string) => true
  openPalette: () => true
  openSheet: () => true
}

export interface Shortcut {
  /** Pressed one after the other: `g i`. */
  keys: string
  label: string
  group: '前往' | '列表' | '全局'
  /** False when there was nothing to do: then the key is the browser's. */
  run: (world: ShortcutWorld) => boolean
}

const way = (key: string, label: string, path: string): Shortcut => ({
  keys: `g ${key}`,
  label,
  group: '前往',
  run: ({ go }) => go(path),
})

/** Every single-key shortcut: the keyboard follows this table, and the sheet shows it. */
export const shortcuts: readonly Shortcut[] = [
  way('h', '总览', paths.data_overview),
  way('i', '容器实例', paths.container_instances),
  way('o', '我的订单', paths.my_orders),
  way('b', '收支明细', paths.income_detail),
  way('k', 'SSH 密钥', paths.secret_keys),
  way('n', '通知', paths.messages),
  way('m', '算力市场', paths.market),
  way('r', '充值', paths.recharge),
  { keys: '/', label: '搜索当前列表', group: '列表', run: ({ openPalette }) => searchHere() || openPalette() },
  { keys: 'j', label: '下一行', group: '列表', run: () => stepRow(1) },
  { keys: 'k', label: '上一行', group: '列表', run: () => stepRow(-1) },
  { keys: 'Enter', label: '打开这一行', group: '列表', run: openRow },
  { keys: 'x', label: '选择这一行', group: '列表', run: selectRow },
  {
    keys: 'c',
    label: '新建，或创建实例',
    group: '全局',
    run: ({ go }) => pressCreate() || go(paths.create_instance()),
  },
  {
    keys: '?',
    label: '显示这张表',
    group: '全局',
    run: ({ openSheet }) => openSheet(),
  },
]

/** Keys that are no single letters, and so never switched off. */
export const lasting_keys = [
  { keys: 'Ctrl K', label: '搜索实例、页面和操作', group: '全局' },
  { keys: 'Esc', label: '关闭，或离开搜索框', group: '全局' },
] as const
