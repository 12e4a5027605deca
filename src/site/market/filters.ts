import type { z } from 'zod'
import type { products } from '#contract/products.ts'
import { type VendorName, vendorNames } from '#contract/vendors.ts'

type MarketQuery = z.output<typeof products.list.query>
export const marketPageSize = 20

// What the call takes (contract/products.ts), read without zod so that this page loads without it; a test keeps the two equal.
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

/** The filters a person sets, in the words of the call; each stands in the address under the same name. */
export const marketFilterKeys = ['region_id', 'gpu_model', 'vendor', 'gpu_num', 'vram_min', 'price_max', 'cpu_min'] as const
export type MarketFilterKey = (typeof marketFilterKeys)[number]
const queryKeys = [...marketFilterKeys, 'sort', 'order', 'page'] as const
export type MarketFilters = Pick<MarketQuery, (typeof queryKeys)[number]>

/** The address as filters; a value the call would refuse counts as not set. */
export function parseMarketFilters(search: URLSearchParams): MarketFilters {
  const read: Record<string, unknown> = { page: 1 }
  for (const key of queryKeys) {
    const raw = search.get(key)
    const value = raw?.trim() ? paramReaders[key](raw) : undefined
    if (value !== undefined) read[key] = value
  }
  return read as MarketFilters
}

/** Filters as the address: what is not set, and page 1, is left out. */
export function buildMarketSearch(filters: MarketFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of queryKeys) {
    const value = filters[key]
    if (value !== undefined && !(key === 'page' && value === 1)) search.set(key, String(value))
  }
  return search
}

/** The address under other filters; what else it says, such as what is compared, stays. */
export function mergeMarketFilters(present: URLSearchParams, filters: MarketFilters): URLSearchParams {
  const search = buildMarketSearch(filters)
  for (const [key, value] of present) if (!(key in paramReaders)) search.append(key, value)
  return search
}

/** A changed filter starts at the first page again. */
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
