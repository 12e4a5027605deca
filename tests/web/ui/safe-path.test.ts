import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSafePath } from '#src/ui/safe-path.ts'

const origin = 'https://zhisuan.example'
const hostile = fc.constantFrom(
  '/',
  '//',
  '\\',
  '%2f',
  '%5c',
  '.',
  '..',
  '@',
  ':',
  '?',
  '#',
  '\t',
  '\n',
  '\u0000',
  'evil.example',
)
const pieces = fc.array(
  fc.oneof(hostile, fc.string({ maxLength: 6 }), fc.constantFrom('javascript:', 'home', 'console', 'https:')),
)

describe('product §2 Where a login may lead', () => {
  it.each([
    '/console/data-overview',
    '/create-instance?product_id=p1&charge_rule=hour',
    '/console/notice/message?page=2#top',
    '/market?next=https://zhisuan.example',
  ])('accepts %s', (url) => expect(toSafePath(url, origin)).toBe(url))

  it.each([
    ['nothing', null],
    ['an empty string', ''],
    ['another origin', 'https://evil.example/'],
    ['this origin written out', `${origin}/market`],
    ['a host without a scheme', '//evil.example/market'],
    ['a backslash', '/\\evil.example'],
    ['dots that leave a host', '/a/..//evil.example'],
    ['an encoded host', '/%2f%2fevil.example'],
    ['a tab the parser would drop', '/\t/evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['an encoded line break', '/market%0d%0aSet-Cookie:a'],
    ['a broken escape', '/%zz'],
    ['home, which would open the dialog again', '/home?type=login&url=%2Fhome'],
    ['home in capitals', '/HOME/'],
    ['home in escapes', '/%68ome?type=login'],
    ['the root, which leads to home', '/?type=login'],
    ['the mobile login', '/phone-login'],
    ['more than an address bar holds', `/${'a'.repeat(2048)}`],
  ])('refuses %s', (_, url) => expect(toSafePath(url, origin)).toBeNull())

  const schemes = fc.constantFrom(
    'javascript:',
    'JaVaScRiPt:',
    'data:text/html,',
    'vbscript:',
    'blob:',
    'file:///',
    'https:',
    '\u0001javascript:',
  )
  const slashes = fc.constantFrom(
    '//',
    '/\\',
    '\\\\',
    '/\t/',
    '/%2f',
    '/%5c',
    '///',
    '/./',
    '/..//',
    '/.%2e//',
    '\u3000//',
    '/\u2028/',
  )
  const hosts = fc.constantFrom(
    'evil.example',
    'user:pass@evil.example',
    'zhisuan.example@evil.example',
    'evil.example:443',
    '[::1]',
    '2130706433',
    'xn--80ak6aa92e.example',
    'evil\u3002example',
    '%65vil.example',
  )
  const tails = fc.constantFrom(
    '',
    '/',
    '?a=//evil.example',
    '#//evil.example',
    '%0d%0aLocation:https://evil.example',
    '\u0000',
    '/'.repeat(3000),
    '/x'.repeat(900),
  )
  const encoded = (times: number) => (raw: string) =>
    Array.from({ length: times }).reduce<string>((text) => encodeURIComponent(text), raw)
  const attacks = fc
    .tuple(fc.constantFrom('', '/', '/console', ' '), fc.oneof(schemes, slashes), hosts, tails)
    .map((parts) => parts.join(''))

  it('never leaves the origin by any spelling of another: schemes, slashes, userinfo, control characters, encodings, length', () => {
    fc.assert(
      fc.property(attacks, fc.nat(2), fc.constantFrom('', '/'), (attack, times, before) => {
        const url = toSafePath(before + encoded(times)(attack.replaceAll(/[\ud800-\udfff]/g, '')), origin)
        if (url === null) return
        expect(url.length).toBeLessThanOrEqual(2048 * 3)
        expect(new URL(url, origin).origin).toBe(origin)
        // as a link, as a form, and as a router that decodes once more would read it
        expect(new URL(decodeURIComponent(url.split(/[?#]/)[0]!), origin).origin).toBe(origin)
        expect(url).toMatch(/^\/(?![/\\])/)
      }),
      { numRuns: 5000 },
    )
  })

  it('never leaves the origin and never changes when judged again, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          pieces.map((p) => p.join('')),
          pieces.map((p) => `/${p.join('')}`),
        ),
        (raw) => {
          const url = toSafePath(raw, origin)
          if (url === null) return
          expect(new URL(url, origin).origin).toBe(origin)
          expect(url).toMatch(/^\/(?![/\\])/)
          expect(toSafePath(url, origin)).toBe(url)
        },
      ),
      { numRuns: 5000 },
    )
  })
})
