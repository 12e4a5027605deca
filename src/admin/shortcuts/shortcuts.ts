import { paths } from '#src/paths.ts'

/** The rows of the visible list, table or cards. */
const listRowElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

/** The current row: the one with the focus. */
const findFocusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

function moveRowFocus(step: 1 | -1): boolean {
  const all = listRowElements()
  const row = findFocusedRow()
  const at = row ? all.indexOf(row) : -1
  const next = at < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return all.length > 0
}

/** Opens the row only if the row itself has the focus; a focused link or button inside it handles Enter itself. */
function openFocusedRow(): boolean {
  const row = document.activeElement
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined) return false
  const link = row.querySelector<HTMLAnchorElement>('a[href]')
  link?.click()
  return link !== null
}

function toggleFocusedRow(): boolean {
  const tick = findFocusedRow()?.querySelector<HTMLInputElement>('input[type="checkbox"]')
  tick?.click()
  return Boolean(tick)
}

function focusListSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}

function clickCreateButton(): boolean {
  const button = document.querySelector<HTMLButtonElement>('main [data-shortcut="create"]')
  button?.click()
  return button !== null
}

export interface ShortcutHandlers {
  go: (path: string) => true
  openPalette: () => true
  openSheet: () => true
}

export interface Shortcut {
  /** Keys pressed in sequence, for example `g i`. */
  keys: string
  label: string
  group: '前往' | '列表' | '控制台各处'
  /** Returns false if nothing was done; the browser then handles the key. */
  run: (world: ShortcutHandlers) => boolean
}

const createGoShortcut = (key: string, label: string, path: string): Shortcut => ({
  keys: `g ${key}`,
  label,
  group: '前往',
  run: ({ go }) => go(path),
})

/** All single-key shortcuts; source of the key handler and the shortcut sheet. */
export const shortcuts: readonly Shortcut[] = [
  createGoShortcut('h', '总览', paths.dataOverview),
  createGoShortcut('i', '容器实例', paths.containerInstances),
  createGoShortcut('p', '私有镜像', paths.privateImages),
  createGoShortcut('d', '公开数据集', paths.dataSets),
  createGoShortcut('f', '文件存储', paths.fileStorage),
  createGoShortcut('b', '收支明细', paths.incomeDetail),
  createGoShortcut('o', '我的订单', paths.myOrders),
  createGoShortcut('k', 'SSH 密钥', paths.secretKeys),
  createGoShortcut('c', '费用总览', paths.costOverview),
  createGoShortcut('n', '通知', paths.messages),
  createGoShortcut('a', '账户信息', paths.accountMessage),
  createGoShortcut('m', '算力市场', paths.market),
  createGoShortcut('r', '充值', paths.recharge),
  { keys: '/', label: '搜索当前列表', group: '列表', run: ({ openPalette }) => focusListSearch() || openPalette() },
  { keys: 'j', label: '下一行', group: '列表', run: () => moveRowFocus(1) },
  { keys: 'k', label: '上一行', group: '列表', run: () => moveRowFocus(-1) },
  { keys: 'Enter', label: '打开这一行', group: '列表', run: openFocusedRow },
  { keys: 'x', label: '选择这一行', group: '列表', run: toggleFocusedRow },
  {
    keys: 'c',
    label: '新建，或创建实例',
    group: '控制台各处',
    run: ({ go }) => clickCreateButton() || go(paths.createInstance()),
  },
  {
    keys: '?',
    label: '显示这张表',
    group: '控制台各处',
    run: ({ openSheet }) => openSheet(),
  },
]

/** Shortcuts with other than single letters; they cannot be switched off. */
export const permanentShortcuts = [
  { keys: 'Ctrl K', label: '搜索实例、页面和操作', group: '控制台各处' },
  { keys: 'Esc', label: '关闭，或离开搜索框', group: '控制台各处' },
] as const
