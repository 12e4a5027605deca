import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { products } from '#contract/products.ts'
import {
  buildMarketSearch,
  clearMarketFilters,
  countMarketFilters,
  type MarketFilters,
  marketFilterKeys,
  mergeMarketFilters,
  parseMarketFilters,
  withMarketFilter,
} from '#src/site/market/filters.ts'
import { marketSorts, toMarketSortValue, withMarketSort } from '#src/site/market/sorts.ts'

const read = (search: string) => parseMarketFilters(new URLSearchParams(search))
const anyFilters: fc.Arbitrary<MarketFilters> = fc.record(
  {
    page: fc.integer({ min: 1, max: 99 }),
    region_id: fc.constantFrom('bj-1', 'sh-2'),
    gpu_model: fc.constantFrom('A100', 'RTX 3090', 'Ascend 910B', '910&B=?'),
    vendor: fc.constantFrom('nvidia', 'ascend', 'kunlun'),
    gpu_num: fc.integer({ min: 1, max: 8 }),
    vram_min: fc.integer({ min: 0, max: 1000 }),
    price_max: fc.integer({ min: 0, max: 9999 }).map((n) => n / 100),
    cpu_min: fc.integer({ min: 0, max: 1000 }),
    sort: fc.constantFrom('price', 'card_hour', 'vram', 'gpu_idles', 'fp16'),
    order: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: ['page'] },
)

describe('product §3 Market filters in the address', () => {
  it('says the same after a round trip through the address', () => {
    fc.assert(fc.property(anyFilters, (filters) => void expect(read(buildMarketSearch(filters).toString())).toEqual(filters)))
  })

  it('leaves out what is not set', () => {
    expect(buildMarketSearch({ page: 1 }).toString()).toBe('')
    expect(buildMarketSearch({ page: 2, vendor: 'nvidia' }).toString()).toBe('vendor=nvidia&page=2')
  })

  it('takes values the call would refuse as not set', () => {
    expect(read('gpu_num=9&vendor=amd&price_max=free&vram_min=-1&page=0&sort=name&region_id=%3Cb%3E')).toEqual({ page: 1 })
    expect(read('gpu_num=&vendor=')).toEqual({ page: 1 })
  })

  it('reads every value just as the call would', () => {
    const { shape } = products.list.query
    const keys = [...marketFilterKeys, 'sort', 'order', 'page'] as const
    const raw = fc.oneof(
      fc.string({ maxLength: 70 }),
      fc.integer({ min: -2, max: 100_002 }).map(String),
      fc.double({ min: -1, max: 100_001, noNaN: true }).map(String),
      fc.constantFrom('nvidia', 'kunlun', 'toString', 'price', 'card_hour', 'asc', '1e3', '0x10', ' 7', '007', 'Infinity'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...keys), raw, (key, value) => {
        const parsed = value.trim() ? shape[key].safeParse(value) : { success: false, data: undefined }
        const said = parsed.success && parsed.data !== undefined ? parsed.data : key === 'page' ? 1 : undefined
        expect(parseMarketFilters(new URLSearchParams([[key, value]]))[key]).toEqual(said)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves alone what else the address says', () => {
    const present = new URLSearchParams('vendor=nvidia&page=3&compare=a%2Cb&notify=p')
    expect(mergeMarketFilters(present, { page: 1, gpu_num: 2 }).toString()).toBe('gpu_num=2&compare=a%2Cb&notify=p')
  })

  it('starts at page 1 when a filter changes, and keeps the order when all are cleared', () => {
    const filters = withMarketFilter(read('page=3&sort=price&order=asc'), 'vendor', 'ascend')
    expect(filters).toEqual({ page: 1, sort: 'price', order: 'asc', vendor: 'ascend' })
    expect(countMarketFilters(filters)).toBe(1)
    expect(countMarketFilters(clearMarketFilters(filters))).toBe(0)
    expect(toMarketSortValue(clearMarketFilters(filters))).toBe('price-asc')
  })

  it('reads back every order it offers', () => {
    for (const { value } of marketSorts) expect(toMarketSortValue(withMarketSort({ page: 1 }, value))).toBe(value)
  })
})
