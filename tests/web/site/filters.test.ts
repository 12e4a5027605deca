import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { products } from '#contract/products.ts'
import {
  countSet,
  type Filters,
  filter_keys,
  filtersOf,
  searchOf,
  searchWith,
  withFilter,
  withoutFilters,
} from '#src/site/market/filters.ts'
import { sortOf, sorts, withSort } from '#src/site/market/sorts.ts'

const read = (search: string) => filtersOf(new URLSearchParams(search))
const anyFilters: fc.Arbitrary<Filters> = fc.record(
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
    fc.assert(fc.property(anyFilters, (filters) => void expect(read(searchOf(filters).toString())).toEqual(filters)))
  })

  it('leaves out what is not set', () => {
    expect(searchOf({ page: 1 }).toString()).toBe('')
    expect(searchOf({ page: 2, vendor: 'nvidia' }).toString()).toBe('vendor=nvidia&page=2')
  })

  it('takes values the call would refuse as not set', () => {
    expect(read('gpu_num=9&vendor=amd&price_max=free&vram_min=-1&page=0&sort=name&region_id=%3Cb%3E')).toEqual({ page: 1 })
    expect(read('gpu_num=&vendor=')).toEqual({ page: 1 })
  })

  it('reads every value just as the call would', () => {
    const { shape } = products.list.query
    const keys = [...filter_keys, 'sort', 'order', 'page'] as const
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
        expect(filtersOf(new URLSearchParams([[key, value]]))[key]).toEqual(said)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves alone what else the address says', () => {
    const present = new URLSearchParams('vendor=nvidia&page=3&compare=a%2Cb&notify=p')
    expect(searchWith(present, { page: 1, gpu_num: 2 }).toString()).toBe('gpu_num=2&compare=a%2Cb&notify=p')
  })

  it('starts at page 1 when a filter changes, and keeps the order when all are cleared', () => {
    const filters = withFilter(read('page=3&sort=price&order=asc'), 'vendor', 'ascend')
    expect(filters).toEqual({ page: 1, sort: 'price', order: 'asc', vendor: 'ascend' })
    expect(countSet(filters)).toBe(1)
    expect(countSet(withoutFilters(filters))).toBe(0)
    expect(sortOf(withoutFilters(filters))).toBe('price-asc')
  })

  it('reads back every order it offers', () => {
    for (const { value } of sorts) expect(sortOf(withSort({ page: 1 }, value))).toBe(value)
  })
})
