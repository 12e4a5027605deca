import type { IconName } from '#src/ui/Icon.tsx'

/** Groups of the console menu in order (requirements §2). The first has no heading. */
export const consoleNavGroups = {
  overview: null,
  compute: '算力',
  data: '数据与存储',
  model: '大模型',
  cost: '费用',
  account: '账户',
  // the back office (product §10)
  office: '运营概况',
  money: '资金',
  stock: '商品与库存',
  site: '站点内容',
  review: '审核',
  model_api: '大模型 API',
  people: '用户与实例',
  system: '系统',
} as const

export type ConsoleNavGroup = keyof typeof consoleNavGroups

/** The page from which another page is reached and that has a menu entry. */
export interface ParentPage {
  label: string
  to: `/${string}`
}

export interface NavPlace {
  group: ConsoleNavGroup
  /** Position within the group, ascending. */
  order: number
  icon: IconName
}
