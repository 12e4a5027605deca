import { describe, expect, it } from 'vitest'
import differenceWith from '#src/stand-ins/difference-with.ts'
import isEqual from '#src/stand-ins/is-equal.ts'
import { parse, stringify } from '#src/stand-ins/qs.ts'
import unionWith from '#src/stand-ins/union-with.ts'

describe('Stand-ins for what Refine imports', () => {
  const shared = () => undefined

  it.each([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ f: shared }, { f: shared }, true],
    [{ a: undefined }, {}, false],
    [{ a: undefined }, { b: undefined }, false],
    [[1, 2], [2, 1], false],
    [[1], { 0: 1 }, false],
    [new Date(0), new Date(0), false],
    [null, undefined, false],
  ])('%j equals %j: %s', (one, two, equal) => expect(isEqual(one, two)).toBe(equal))

  it('reads and writes flat queries', () => {
    expect(parse('?a=1&b=%E4%BD%A0%20x')).toEqual({ a: '1', b: '你 x' })
    expect(stringify({ a: 1, b: undefined, c: null, d: 'x y' }, { addQueryPrefix: true })).toBe('?a=1&d=x+y')
    expect(stringify({}, { addQueryPrefix: true })).toBe('')
    expect(parse(stringify({ to: '/console?a=1&b=2' }))).toEqual({ to: '/console?a=1&b=2' })
  })

  it('unites lists, the first of equals kept, and takes one list from another', () => {
    const [one, same, two] = [
      { field: 'a', value: 1 },
      { field: 'a', value: 2 },
      { field: 'b', value: 3 },
    ]
    const alike = (left: typeof one, right: typeof one) => left.field === right.field
    expect(unionWith([one], [same, two], undefined, alike)).toEqual([one, two])
    expect(differenceWith([one, two], [same], alike)).toEqual([two])
    expect(differenceWith([one], undefined, alike)).toEqual([one])
  })
})
