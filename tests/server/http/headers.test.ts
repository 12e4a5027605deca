import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { products } from '#contract/products.ts'
import { wallet } from '#contract/wallet.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const allEndpoints = await loadEndpoints()

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const headersOf = async (method: string, path: string, token?: string) =>
  (
    await rental.app.inject({
      method: method as 'GET',
      url: path.replace(/:\w+/g, 'none'),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  ).headers

describe('product §2 What a page may do', () => {
  it('makes no script of a text, and asks the device for the clipboard alone', async () => {
    const headers = await headersOf('GET', '/healthz')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("trusted-types default html 'allow-duplicates'")
    const granted = String(headers['permissions-policy']).split(', ')
    for (const name of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) expect(granted).toContain(`${name}=()`)
    expect(granted.filter((rule) => !rule.endsWith('=()'))).toEqual(['clipboard-read=(self)', 'clipboard-write=(self)'])
  })
})

describe('ASVS 14.3.2 What is kept of an answer', () => {
  const privateCalls = allEndpoints.filter(({ endpoint }) => endpoint.access !== 'public' || endpoint.method !== 'GET')
  it('nothing of any call that is not public, nor of one that changes something, whatever is answered', async () => {
    const kept: string[] = []
    for (const { name, endpoint } of privateCalls) {
      if ((await headersOf(endpoint.method, endpoint.path))['cache-control'] !== 'no-store') kept.push(name)
    }
    expect(kept).toEqual([])
    expect(privateCalls.length).toBeGreaterThan(100)
  })

  it('nothing of what a person is answered, also by a call that all may make', async () => {
    const person = await rental.addPerson()
    for (const { method, path } of [wallet.get, products.list]) {
      expect((await headersOf(method, path, await person.token()))['cache-control'], path).toBe('no-store')
    }
    expect((await headersOf(auth.login.method, auth.login.path))['cache-control']).toBe('no-store')
    expect((await headersOf(products.list.method, products.list.path))['cache-control']).toBeUndefined()
  })
})
