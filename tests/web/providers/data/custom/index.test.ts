import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/session/session.ts'
import { storeToken } from '#tests/web/support/people.ts'
import { aWallet } from '#tests/web/support/wallet.ts'
import { on, Refused } from '#tests/web/support/wire.ts'
import { provider } from '../provider.ts'

const purse = aWallet()

describe('§7 Data provider: custom and getApiUrl', () => {
  it('knows where the calls live', () => {
    expect(provider.getApiUrl()).toBe('/api/v1')
  })

  it('makes any call with the session, and unwraps it', async () => {
    storeToken()
    on(wallet.get, ({ request }) => {
      if (request.headers.get('authorization') !== 'Bearer access-2') throw new Refused('signed_out')
      return purse
    })
    on(auth.refresh, () => ({ access: 'access-2', refresh: 'refresh-2' }))
    expect(await provider.custom({ url: wallet.get.path, method: 'get' })).toEqual({ data: purse })
  })

  it('rejects what the server refuses', async () => {
    on(wallet.get, () => {
      throw new Refused('forbidden')
    })
    await expect(provider.custom({ url: wallet.get.path, method: 'get' })).rejects.toMatchObject({ code: '00100403' })
  })
})
