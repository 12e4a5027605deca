import { useMemo } from 'react'
import { paths } from '#src/paths.ts'
import type { Store } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'

interface NavLinkEntry {
  label: string
  to: string
  /** One-line description, shown in menus. */
  hint?: string
  /** Anchor on a page, or a page in a new tab: the browser navigates, not the router. */
  plain?: 'here' | 'new_tab'
  /** Paths elsewhere that belong to this entry. */
  holds?: readonly string[]
}

export interface HeaderNavGroup {
  label: string
  links: readonly NavLinkEntry[]
}

export type HeaderNavEntry = NavLinkEntry | HeaderNavGroup

export const isHeaderNavGroup = (entry: HeaderNavEntry): entry is HeaderNavGroup => 'links' in entry

const community: HeaderNavGroup = {
  label: '社区',
  links: [
    { label: '社区镜像', to: paths.communityImages, hint: '别人配好的环境，一键创建实例' },
    { label: '数据集', to: paths.communityDataSets, hint: '写明许可、大小与文件目录' },
    { label: '创作收益', to: paths.creativeIncome, hint: '为自己的镜像定价' },
  ],
}

const solutions: HeaderNavGroup = {
  label: '解决方案',
  links: [
    { label: '大模型训推一体机', to: paths.lgModelAio, hint: '标准版、专业版、旗舰版，三年质保' },
    { label: '专家增值服务', to: `${paths.home()}#services`, hint: '算法咨询、微调、推理加速等七项', plain: 'here' },
  ],
}

/** Builds the header menus (requirements §2). */
const buildHeaderNav = (withCommunity: boolean): readonly HeaderNavEntry[] => [
  { label: '算力市场', to: paths.market },
  ...(withCommunity ? [community] : []),
  solutions,
  { label: '文档', to: paths.help, plain: 'new_tab' },
  { label: '关于', to: paths.aboutUs },
  {
    label: '控制台',
    to: paths.console,
    holds: [paths.createInstance(), paths.alreadyInstance(), paths.recharge, paths.operator],
  },
]

const communityKey = 'community_menu'

/** Whether the header shows the community; hidden if the flag in local storage is `off` (requirements §2). */
const communityMenu: Store<boolean> = {
  get: () => localStorage.getItem(communityKey) !== 'off',
  first: () => true,
  subscribe: (listener) => {
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
}

/** Returns the header's menus, without the community where it is hidden. */
export function useHeaderNav(): readonly HeaderNavEntry[] {
  const withCommunity = useStore(communityMenu)
  return useMemo(() => buildHeaderNav(withCommunity), [withCommunity])
}

export type { NavLinkEntry }
