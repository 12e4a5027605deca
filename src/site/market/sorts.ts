import type { MarketFilters } from './filters.ts'

interface MarketSort {
  value: string
  label: string
  sort?: MarketFilters['sort']
  order?: MarketFilters['order']
}

export const marketSorts: readonly MarketSort[] = [
  { value: '', label: '综合' },
  { value: 'card_hour-asc', label: '每卡时最低价', sort: 'card_hour', order: 'asc' },
  { value: 'price-asc', label: '按小时价格从低到高', sort: 'price', order: 'asc' },
  { value: 'price-desc', label: '按小时价格从高到低', sort: 'price', order: 'desc' },
  { value: 'gpu_idles-desc', label: '空闲卡数', sort: 'gpu_idles', order: 'desc' },
  { value: 'vram-desc', label: '显存从大到小', sort: 'vram', order: 'desc' },
  { value: 'fp16-desc', label: 'FP16 算力', sort: 'fp16', order: 'desc' },
]

export const toMarketSortValue = ({ sort, order = 'asc' }: MarketFilters): string => (sort ? `${sort}-${order}` : '')

export function withMarketSort(filters: MarketFilters, value: string): MarketFilters {
  const chosen = marketSorts.find((sort) => sort.value === value)
  return { ...filters, page: 1, sort: chosen?.sort, order: chosen?.order }
}
