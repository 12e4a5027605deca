import { paths } from '#src/paths.ts'

interface NavLinkEntry {
  label: string
  to: string
  /** One line of what is there; for menus. */
  hint?: string
  /** A place on a page, or a page that opens beside this one: the browser goes there, not the router. */
  plain?: 'here' | 'new_tab'
  /** Places elsewhere that belong to it. */
  holds?: readonly string[]
}

export interface NavGroup {
  label: string
  links: readonly NavLinkEntry[]
}

export type NavEntry = NavLinkEntry | NavGroup

export const isGroup = (entry: NavEntry): entry is NavGroup => 'links' in entry

const community: NavGroup = {
  label: '社区',
  links: [
    { label: '社区镜像', to: paths.community_images, hint: '别人配好的环境，一键创建实例' },
    { label: '数据集', to: paths.community_data_sets, hint: '写明许可、大小与文件目录' },
    { label: '创作收益', to: paths.creative_income, hint: '为自己的镜像定价' },
  ],
}

const solutions: NavGroup = {
  label: '解决方案',
  links: [
    { label: '大模型训推一体机', to: paths.lg_model_aio, hint: '标准版、专业版、旗舰版，三年质保' },
    { label: '专家增值服务', to: `${paths.home()}#services`, hint: '算法咨询、微调、推理加速等七项', plain: 'here' },
  ],
}

/** The menus of the header (spec §2). */
export const navEntries = (with_community: boolean): readonly NavEntry[] => [
  { label: '算力市场', to: paths.market },
  ...(with_community ? [community] : []),
  solutions,
  { label: '文档', to: paths.help, plain: 'new_tab' },
  { label: '关于', to: paths.about_us },
  {
    label: '控制台',
    to: paths.console,
    holds: [paths.create_instance(), paths.already_instance(), paths.recharge, paths.operator],
  },
]
export type { NavLinkEntry }
