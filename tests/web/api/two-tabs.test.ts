import { describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { wallet } from '#contract/wallet.ts'
import { stubWebLocks } from '#tests/web/support/locks.ts'
import { storeToken } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

/** A tab: its own modules, on the storage and locks all tabs share. */
const openTab = async () => {
  vi.resetModules()
  const { session } = await import('#src/session/session.ts')
  session.followOtherTabs()
  const { callEndpoint: call } = await import('#src/api/call.ts')
  const { refreshTokens } = await import('#src/session/refresh-tokens.ts')
  return { session, call, refreshTokens }
}

stubWebLocks()

describe('§4 Session expiry over tabs', () => {
  it('sends one refresh for two tabs', async () => {
    let refreshes = 0
    mockCall(auth.refresh, () => {
      refreshes += 1
      return { access: 'access-2', refresh: 'refresh-2' }
    })
    mockCall(wallet.get, ({ request }) => {
      if (request.headers.get('authorization') !== 'Bearer access-2') throw new RefusedError('signed_out')
      return buildWallet({ cash: '1.00' })
    })
    storeToken()
    const [one, two] = [await openTab(), await openTab()]
    const answers = await Promise.all([one.call(wallet.get), two.call(wallet.get), one.call(wallet.get)])
    expect(answers.map(({ data }) => data.cash)).toEqual(['1.00', '1.00', '1.00'])
    expect(refreshes).toBe(1)
  })

  it('tells the other tabs when one signs out', async () => {
    storeToken()
    const { session } = await openTab()
    const heard = vi.fn()
    session.subscribe(heard)
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(heard).toHaveBeenCalled()
    expect(session.token()).toBeNull()
  })
})
