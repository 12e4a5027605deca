import type { z } from 'zod'
import type { products } from '#contract/products.ts'
import { type VendorName, vendorNames } from '#contract/vendors.ts'

type MarketQuery = z.output<typeof products.list.query>
export const marketPageSize = 20

// The values the call accepts (contract/products.ts), copied so that this page loads without zod; a test keeps both in sync.
const sortableFields: readonly string[] = ['price', 'card_hour', 'vram', 'gpu_idles', 'fp16'] satisfies NonNullable<
  MarketQuery['sort']
>[]

const createTextReader = (test: (raw: string) => boolean) => (raw: string) => (test(raw) ? raw : undefined)
const createNumberReader = (min: number, max: number, whole: boolean) => (raw: string) => {
  const value = Number(raw)
  return raw.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined
}

const paramReaders = {
  region_id: createTextReader((raw) => /^[A-Za-z0-9-]{1,64}$/.test(raw)),
  gpu_model: createTextReader((raw) => raw.length <= 40),
  vendor: createTextReader((raw): raw is VendorName => Object.hasOwn(vendorNames, raw)),
  gpu_num: createNumberReader(1, 8, true),
  vram_min: createNumberReader(0, 1000, true),
  price_max: createNumberReader(0, 100_000, false),
  cpu_min: createNumberReader(0, 1000, true),
  sort: createTextReader((raw) => sortableFields.includes(raw)),
  order: createTextReader((raw) => raw === 'asc' || raw === 'desc'),
  page: createNumberReader(1, 100_000, true),
} satisfies Partial<Record<keyof MarketQuery, (raw: string) => unknown>>

/** The user's filters, named as in the call and in the URL. */
export const marketFilterKeys = ['region_id', 'gpu_model', 'vendor', 'gpu_num', 'vram_min', 'price_max', 'cpu_min'] as const
export type MarketFilterKey = (typeof marketFilterKeys)[number]
const queryKeys = [...marketFilterKeys, 'sort', 'order', 'page'] as const
export type MarketFilters = Pick<MarketQuery, (typeof queryKeys)[number]>

/** Parses the URL into filters; values the call would refuse are ignored. */
export function parseMarketFilters(search: URLSearchParams): MarketFilters {
  const read: Record<string, unknown> = { page: 1 }
  for (const key of queryKeys) {
    const raw = search.get(key)
    const value = raw?.trim() ? paramReaders[key](raw) : undefined
    if (value !== undefined) read[key] = value
  }
  return read as MarketFilters
}

/** Formats filters as a URL; omits unset filters and page 1. */
export function buildMarketSearch(filters: MarketFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of queryKeys) {
    const value = filters[key]
    if (value !== undefined && !(key === 'page' && value === 1)) search.set(key, String(value))
  }
  return search
}

/** The URL with other filters; its other parameters, such as the comparison, stay. */
export function mergeMarketFilters(present: URLSearchParams, filters: MarketFilters): URLSearchParams {
  const search = buildMarketSearch(filters)
  for (const [key, value] of present) if (!(key in paramReaders)) search.append(key, value)
  return search
}

/** Changes a filter and returns to the first page. */
export const withMarketFilter = <K extends MarketFilterKey>(
  filters: MarketFilters,
  key: K,
  value: MarketFilters[K],
): MarketFilters => ({
  ...filters,
  page: 1,
  [key]: value,
})

export const countMarketFilters = (filters: MarketFilters): number =>
  marketFilterKeys.filter((key) => filters[key] !== undefined).length

export const clearMarketFilters = ({ sort, order }: MarketFilters): MarketFilters => ({ sort, order, page: 1 })
