import { afterEach, describe, expect, it, vi } from 'vitest'
import { allowOwnScript, allowPlainText, installTrustedTypes } from '#src/app/trusted-types.ts'

afterEach(() => vi.unstubAllGlobals())

describe('product §2 Texts that a browser would read as HTML', () => {
  it.each(['.a { color: red }', '&nbsp;', ''])('%j makes no element and is let through', (text) =>
    expect(allowPlainText(text)).toBe(text),
  )
  it.each(['<img src=x onerror=alert(1)>', 'a<b', '</style><script>'])('%j is refused', (text) =>
    expect(allowPlainText(text)).toBeNull(),
  )
})

describe('product §2 Addresses of scripts', () => {
  const origin = 'https://gpu.example.cn'
  it.each([
    ['/assets/hash.worker-1.js', `${origin}/assets/hash.worker-1.js`],
    [`${origin}/assets/a.js`, `${origin}/assets/a.js`],
    ['/api/v1/storage/download', null],
    ['/assets/../api/v1/x', null],
    ['//evil.example/assets/a.js', null],
    ['https://evil.example/assets/a.js', null],
    ['data:text/javascript,alert(1)', null],
    ['blob:https://gpu.example.cn/1', null],
  ])('%j becomes %j', (address, allowed) => expect(allowOwnScript(address, origin)).toBe(allowed))
})

describe('The guard', () => {
  it('is the default of a browser that has one, and nothing elsewhere', () => {
    expect(installTrustedTypes).not.toThrow()
    const createPolicy = vi.fn()
    vi.stubGlobal('trustedTypes', { createPolicy })
    installTrustedTypes()
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', expect.objectContaining({ createHTML: allowPlainText }))
  })
})
