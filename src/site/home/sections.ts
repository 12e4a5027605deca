/** The sections in the page's own navigation, in page order; `id` is the URL hash. */
export const homeSections = [
  { id: 'products', label: 'GPU 产品' },
  { id: 'solutions', label: '选择方案' },
  { id: 'start', label: '快速开始' },
  { id: 'discount', label: '优惠' },
  { id: 'services', label: '专家服务' },
  { id: 'appliance', label: '一体机' },
  { id: 'community', label: '社区' },
  { id: 'billing', label: '计费规则' },
] as const

export type HomeSectionId = (typeof homeSections)[number]['id']
