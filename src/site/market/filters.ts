import type { z } from 'zod'
import type { products } from '#contract/products.ts'
import { type VendorName, vendor_names } from '#contract/vendors.ts'

type MarketQuery = z.output<typeof products.list.query>
export const page_size = 20

// What the call takes (contract/products.ts), read without zod so that this page loads without it; a test keeps the two equal.
const sortable: readonly string[] = ['price', 'card_hour', 'vram', 'gpu_idles', 'fp16'] satisfies NonNullable<
  MarketQuery['sort']
>[]

const text = (test: (raw: string) => boolean) => (raw: string) => (test(raw) ? raw : undefined)
const number = (min: number, max: number, whole: boolean) => (raw: string) => {
  const value = Number(raw)
  return raw.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined
}

const readers = {
  region_id: text((raw) => /^[A-Za-z0-9-]{1,64}$/.test(raw)),
  gpu_model: text((raw) => raw.length <= 40),
  vendor: text((raw): raw is VendorName => Object.hasOwn(vendor_names, raw)),
  gpu_num: number(1, 8, true),
  vram_min: number(0, 1000, true),
  price_max: number(0, 100_000, false),
  cpu_min: number(0, 1000, true),
  sort: text((raw) => sortable.includes(raw)),
  order: text((raw) => raw === 'asc' || raw === 'desc'),
  page: number(1, 100_000, true),
} satisfies Partial<Record<keyof MarketQuery, (raw: string) => unknown>>

/** The filters a person sets, in the words of the call; each stands in the address under the same name. */
export const filter_keys = ['region_id', 'gpu_model', 'vendor', 'gpu_num', 'vram_min', 'price_max', 'cpu_min'] as const
export type FilterKey = (typeof filter_keys)[number]
const keys = [...filter_keys, 'sort', 'order', 'page'] as const
export type Filters = Pick<MarketQuery, (typeof keys)[number]>

/** The address as filters; a value the call would refuse counts as not set. */
export function filtersOf(search: URLSearchParams): Filters {
  const read: Record<string, unknown> = { page: 1 }
  for (const key of keys) {
    const raw = search.get(key)
    const value = raw?.trim() ? readers[key](raw) : undefined
    if (value !== undefined) read[key] = value
  }
  return read as Filters
}

/** Filters as the address: what is not set, and page 1, is left out. */
export function searchOf(filters: Filters): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of keys) {
    const value = filters[key]
    if (value !== undefined && !(key === 'page' && value === 1)) search.set(key, String(value))
  }
  return search
}

/** The address under other filters; what else it says, such as what is compared, stays. */
export function searchWith(present: URLSearchParams, filters: Filters): URLSearchParams {
  const search = searchOf(filters)
  for (const [key, value] of present) if (!(key in readers)) search.append(key, value)
  return search
}

/** A changed filter starts at the first page again. */
export const withFilter = <K extends FilterKey>(filters: Filters, key: K, value: Filters[K]): Filters => ({
  ...filters,
  page: 1,
  [key]: value,
})

export const countSet = (filters: Filters): number => filter_keys.filter((key) => filters[key] !== undefined).length

export const withoutFilters = ({ sort, order }: Filters): Filters => ({ sort, order, page: 1 })
