import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/session/session.ts'
import { storeToken } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { testDataProvider } from '../provider.ts'

const purse = buildWallet()

describe('§7 Data provider: custom and getApiUrl', () => {
  it('knows where the calls live', () => {
    expect(testDataProvider.getApiUrl()).toBe('/api/v1')
  })

  it('makes any call with the session, and unwraps it', async () => {
    storeToken()
    mockCall(wallet.get, ({ request }) => {
      if (request.headers.get('authorization') !== 'Bearer access-2') throw new RefusedError('signed_out')
      return purse
    })
    mockCall(auth.refresh, () => ({ access: 'access-2', refresh: 'refresh-2' }))
    expect(await testDataProvider.custom({ url: wallet.get.path, method: 'get' })).toEqual({ data: purse })
  })

  it('rejects what the server refuses', async () => {
    mockCall(wallet.get, () => {
      throw new RefusedError('forbidden')
    })
    await expect(testDataProvider.custom({ url: wallet.get.path, method: 'get' })).rejects.toMatchObject({ code: '00100403' })
  })
})
