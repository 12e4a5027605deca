import type { Filters } from './filters.ts'

interface Sort {
  value: string
  label: string
  sort?: Filters['sort']
  order?: Filters['order']
}

export const sorts: readonly Sort[] = [
  { value: '', label: '综合' },
  { value: 'card_hour-asc', label: '每卡时最低价', sort: 'card_hour', order: 'asc' },
  { value: 'price-asc', label: '按小时价格从低到高', sort: 'price', order: 'asc' },
  { value: 'price-desc', label: '按小时价格从高到低', sort: 'price', order: 'desc' },
  { value: 'gpu_idles-desc', label: '空闲卡数', sort: 'gpu_idles', order: 'desc' },
  { value: 'vram-desc', label: '显存从大到小', sort: 'vram', order: 'desc' },
  { value: 'fp16-desc', label: 'FP16 算力', sort: 'fp16', order: 'desc' },
]

export const sortOf = ({ sort, order = 'asc' }: Filters): string => (sort ? `${sort}-${order}` : '')

export function withSort(filters: Filters, value: string): Filters {
  const chosen = sorts.find((sort) => sort.value === value)
  return { ...filters, page: 1, sort: chosen?.sort, order: chosen?.order }
}
