import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { callEndpoint } from '#src/api/call.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { stubWebLocks } from '#tests/web/support/locks.ts'
import { buildToken, storeToken } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

const purse = buildWallet({ cash: '1.00' })
const bearer = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '')

/** The API knows one access token at a time; a refresh replaces it. */
function api({ valid = 'access-2', refuse = false } = {}) {
  const seen = { refreshes: 0, calls: [] as (string | undefined)[] }
  mockCall(wallet.get, ({ request }) => {
    seen.calls.push(bearer(request))
    if (bearer(request) !== valid) throw new RefusedError('signed_out')
    return purse
  })
  mockCall(auth.refresh, ({ body, request }) => {
    seen.refreshes += 1
    expect(request.headers.get('authorization')).toBeNull() // requirements §7
    if (refuse || body.refresh !== 'refresh-1') throw new RefusedError('signed_out')
    return { access: valid, refresh: 'refresh-2' }
  })
  return seen
}

stubWebLocks()
beforeEach(() => {
  toast.clear()
  storeToken()
})
afterEach(() => {
  session.clear()
})

describe('§4 Session expiry', () => {
  it('sends one refresh for a hundred parallel 401s, and retries each request once', async () => {
    const seen = api()
    const answers = await Promise.all(Array.from({ length: 100 }, () => callEndpoint(wallet.get)))
    expect(answers.map(({ data }) => data.cash)).toEqual(Array(100).fill('1.00'))
    expect(seen.refreshes).toBe(1)
    expect(seen.calls.filter((token) => token === 'access-2')).toHaveLength(100)
  })

  it('stores the new tokens under both keys', async () => {
    api()
    await callEndpoint(wallet.get)
    expect(JSON.parse(localStorage.getItem('token') ?? '')).toEqual({
      access: 'access-2',
      refresh: 'refresh-2',
      userId: 'user-1',
    })
    expect(localStorage.getItem('access_token')).toBe('access-2')
  })

  it('only retries a request whose 401 comes after somebody has refreshed', async () => {
    const seen = api()
    const late = callEndpoint(wallet.get) // leaves with access-1
    session.signIn(buildToken({ access: 'access-2', refresh: 'refresh-2' }))
    expect((await late).data.cash).toBe('1.00')
    expect(seen.refreshes).toBe(0)
  })

  it('gives up after one retry, without a second refresh', async () => {
    const seen = api({ valid: 'access-2' })
    mockCall(wallet.get, () => {
      throw new RefusedError('signed_out')
    })
    await expect(callEndpoint(wallet.get)).rejects.toMatchObject({ status: 401 })
    expect(seen.refreshes).toBe(1)
  })

  it('takes the token another tab has stored while this one waited, even without locks', async () => {
    Reflect.deleteProperty(navigator, 'locks')
    const seen = api({ refuse: true })
    mockCall(auth.refresh, () => {
      seen.refreshes += 1
      storeToken(buildToken({ access: 'access-2', refresh: 'refresh-2' })) // the other tab was first
      throw new RefusedError('signed_out')
    })
    expect((await callEndpoint(wallet.get)).data.cash).toBe('1.00')
    expect(toast.get()).toEqual([])
  })

  it('tells once, clears the storage and leaves when the refresh fails', async () => {
    const left = vi.fn()
    const stop = session.onExpired(left)
    api({ refuse: true })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => callEndpoint(wallet.get)))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(toast.get().map(({ message }) => message)).toEqual(['登录已失效，请重新登录'])
    expect(left).toHaveBeenCalledOnce()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('access_token')).toBeNull()
    stop()
  })

  it('keeps the session when the refresh gets no answer', async () => {
    api()
    mswServer.use(http.post(`*${auth.refresh.path}`, () => HttpResponse.error()))
    await expect(callEndpoint(wallet.get)).rejects.toMatchObject({ status: 0 })
    expect(session.token()).toEqual(buildToken())
    expect(toast.get()).toEqual([])
  })

  it('never retries with the token of another user', async () => {
    api()
    const mine = callEndpoint(wallet.get)
    session.signIn(buildToken({ access: 'access-2', userId: 'user-2' }))
    await expect(mine).rejects.toMatchObject({ status: 401 })
  })

  it('repeats an order under the same idempotency key', async () => {
    api()
    const keys: (string | null)[] = []
    mockCall(orders.create, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (bearer(request) !== 'access-2') throw new RefusedError('signed_out')
      throw new RefusedError('quote_expired')
    })
    await expect(callEndpoint(orders.create, { body: { quote: 'q' } })).rejects.toMatchObject({ code: '00300002' })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })
})
