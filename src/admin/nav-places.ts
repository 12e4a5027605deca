import type { IconName } from '#src/ui/Icon.tsx'

/** Groups of the console menu in order. The first has no heading. */
export const consoleNavGroups = {
  overview: null,
  compute: '算力与数据',
  cost: '费用',
  account: '账户',
  // the back office (product §10)
  office: null,
  customers: '客户',
  money: '资金',
  stock: '供给',
  platform: '平台',
} as const

export type ConsoleNavGroup = keyof typeof consoleNavGroups

interface NavEntryPlace {
  group: ConsoleNavGroup
  /** Position within the group, ascending. */
  order: number
  icon: IconName
}

const defineSections = <Name extends string>(sections: Record<Name, NavEntryPlace & { label: string }>) => sections

/** Menu entries of several pages, which are tabs of one another. */
export const consoleNavSections = defineSections({
  instances: { label: '容器实例', group: 'compute', order: 10, icon: 'chip' },
  images: { label: '镜像', group: 'compute', order: 20, icon: 'layers' },
  datasets: { label: '数据集', group: 'compute', order: 30, icon: 'database' },
  models: { label: '大模型 API', group: 'compute', order: 60, icon: 'chat' },
  cost: { label: '费用总览', group: 'cost', order: 10, icon: 'chart' },
  bills: { label: '账单', group: 'cost', order: 20, icon: 'rows' },
  invoices: { label: '发票', group: 'cost', order: 40, icon: 'receipt' },
  settings: { label: '账户设置', group: 'account', order: 10, icon: 'sliders' },
  // the back office
  reviews: { label: '审核', group: 'office', order: 20, icon: 'shield' },
  users: { label: '用户', group: 'customers', order: 10, icon: 'user' },
  finance: { label: '财务', group: 'money', order: 10, icon: 'ledger' },
  payments: { label: '订单与充值', group: 'money', order: 20, icon: 'wallet' },
  payouts: { label: '提现与发票', group: 'money', order: 30, icon: 'receipt' },
  credits: { label: '优惠与调整', group: 'money', order: 40, icon: 'coupon' },
  products: { label: '商品', group: 'stock', order: 10, icon: 'package' },
  hosts: { label: '主机', group: 'stock', order: 20, icon: 'server' },
  model_api: { label: '大模型 API', group: 'stock', order: 30, icon: 'chat' },
  site: { label: '站点内容', group: 'platform', order: 10, icon: 'edit' },
})

type NavSection = keyof typeof consoleNavSections

/** Where a page is in the menu: an entry of its own, or one of several pages of a section. */
export type NavPlace =
  | NavEntryPlace
  | {
      section: NavSection
      /** Position among the tabs, ascending. */
      order: number
      /** Label of the tab, where the section says the rest: 收支 in 账单. */
      tab?: string | false
    }

/** The page from which another page is reached and that has a menu entry. */
export interface ParentPage {
  label: string
  to: `/${string}`
}

export const getNavIcon = (nav: NavPlace): IconName => ('section' in nav ? consoleNavSections[nav.section] : nav).icon
