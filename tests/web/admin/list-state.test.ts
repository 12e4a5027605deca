import { describe, expect, it } from 'vitest'
import { formatCsv } from '#src/admin/list/csv.ts'
import { formatTotal, readListState, writeListState } from '#src/admin/list/list-state.ts'
import { getListCapabilities } from '#src/admin/list-capabilities.ts'
import secretKeys from '#src/features/keys/keys.resource.tsx'

const read = (search: string) => readListState(new URLSearchParams(search), secretKeys)
const again = (search: string) => writeListState(read(search)).toString()

describe('Product §1: the address is the state of a list', () => {
  it('knows from the contract what can be sorted, searched and filtered', () => {
    expect(getListCapabilities(secretKeys)).toEqual({
      sortable: new Set(['created_at', 'name']),
      searchable: true,
      filterable: ['algorithm'],
      byDay: false,
      accepts: expect.any(Function),
    })
  })

  it('leaves defaults out of the address', () => {
    expect(again('')).toBe('')
    expect(again('page=1&page_size=20&order=desc')).toBe('')
  })

  it.each(['keyword=a+b&algorithm=rsa&sort=name&order=asc&page_size=50&page=3', 'sort=created_at&order=desc'])(
    'writes what it read: %s',
    (search) => expect(again(search)).toBe(search),
  )

  it.each([
    ['page=0', 1],
    ['page=-3', 1],
    ['page=2.5', 1],
    ['page=1e9', 1],
    ['page=abc', 1],
    ['page=7', 7],
  ])('takes only a page number for a page: %s', (search, page) => expect(read(search).page).toBe(page))

  it.each(['sort=fingerprint', 'sort=__proto__', 'page_size=1000', 'toString=1', 'name=x', 'algorithm=rot13'])(
    'ignores %s',
    (search) => {
      expect(again(search)).toBe('')
    },
  )
})

describe('S28: exported cells', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['+cmd|x', `'+cmd|x`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['-5.20', '-5.20'],
    ['+5', '+5'],
    ['a,b', '"a,b"'],
    ['说 "是"', '"说 ""是"""'],
    ['a\r\nb', '"a\r\nb"'],
    ['', ''],
  ])('%j becomes %j', (cell, written) => {
    expect(formatCsv([[cell, 'x']])).toBe(`\uFEFF${written},x\r\n`)
  })
})

describe('decision 089: how many rows a list has', () => {
  it('is a number up to where counting stopped, and from there on a number with a plus, whatever page is seen', () => {
    expect(formatTotal(12, false)).toBe('12')
    expect(formatTotal(1_000_000, false)).toBe('1,000,000')
    expect([10_001, 15_051].map((total) => formatTotal(total, true))).toEqual(['10,000+', '10,000+'])
  })
})
