import { describe, expect, it } from 'vitest'
import isEqual from '#src/stand-ins/is-equal.ts'
import { parse, stringify } from '#src/stand-ins/qs.ts'

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
})
