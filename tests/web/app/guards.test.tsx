import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import { users } from '#contract/users.ts'
import type { Resource } from '#src/admin/resource.ts'
import secret_keys_resource from '#src/features/keys/keys.resource.tsx'
import { left_page } from '#src/session/last-page.ts'
import { toast } from '#src/ui/toast.ts'
import { address, findTitle, openApp } from '#tests/web/support/app.tsx'
import { serveKeys } from '#tests/web/support/keys.ts'
import { aUser } from '#tests/web/support/people.ts'
import { serveEmptyOverview } from '#tests/web/support/wallet.ts'
import { on, Refused, server } from '#tests/web/support/wire.ts'

const path = '/console/secret-key'
const resources = [secret_keys_resource]
const guarded = (access: Resource['access']): Resource[] => [{ ...secret_keys_resource, access }]

describe('§6 Guards', () => {
  it.each([
    ['/console/secret-key?page=2', '%2Fconsole%2Fsecret-key%3Fpage%3D2'],
    ['/create-instance', '%2Fcreate-instance'],
    ['/recharge', '%2Frecharge'],
  ])('sends a visitor of %s to sign in, and remembers the way back', async (from, url) => {
    openApp(from, { user: null })
    await waitFor(() => expect(address()).toBe(`/home?type=login&url=${url}`))
  })

  it.each(['/home', '/market'])('lets a visitor see %s', async (page) => {
    openApp(page, { user: null })
    await screen.findAllByRole('heading')
    expect(address()).toBe(page)
  })

  it('lets a signed-in user into the console', async () => {
    serveKeys(1)
    openApp(path, { resources })
    await findTitle('SSH 密钥')
    expect(address()).toBe(path)
  })

  it('shows 403 where a page is for master accounts', async () => {
    openApp(path, { user: aUser({ account_type: 'sub' }), resources: guarded('main') })
    await findTitle('没有权限执行此操作')
    expect(screen.queryByRole('link', { name: 'SSH 密钥' })).not.toBeInTheDocument()
  })

  it('leads who is no tencent user from the model pages to the overview', async () => {
    serveEmptyOverview()
    openApp(path, { resources: guarded('tencent') })
    await waitFor(() => expect(address()).toBe('/console/data-overview'))
  })

  it('lets tencent users stay', async () => {
    serveKeys(1)
    openApp(path, { user: aUser({ is_tencent: true }), resources: guarded('tencent') })
    await findTitle('SSH 密钥')
  })

  it('resets the token, shows the error and leads to login when user info cannot be loaded', async () => {
    serveKeys(1)
    openApp(path, { resources })
    on(users.get, () => {
      throw new Refused('account_frozen')
    })
    await waitFor(() => expect(address()).toBe('/home?type=login'))
    expect(localStorage.getItem('token')).toBeNull()
    expect(await screen.findByText('账号已被冻结，请联系客服')).toBeInTheDocument()
  })

  it.each([null, 'internal', 'unavailable', 'too_many_requests'] as const)(
    'keeps the token and offers a retry when the answer is %s',
    async (refusal) => {
      serveKeys(1)
      openApp(path, { resources })
      if (refusal === null) server.use(http.get(`*${users.get.path}`, () => HttpResponse.error()))
      else
        on(users.get, () => {
          throw new Refused(refusal)
        })
      expect((await screen.findAllByText('暂时无法获取用户信息'))[0]).toBeVisible()
      expect(localStorage.getItem('token')).not.toBeNull()
      on(users.get, () => aUser())
      screen.getAllByRole('button', { name: '重试' })[0]?.click()
      await findTitle('SSH 密钥')
    },
  )
})

describe('docs/decisions/063 Who cannot be asked who he is', () => {
  it('is asked again when the network is back, and reads once what is the matter', async () => {
    serveKeys(1)
    openApp(path, { resources })
    server.use(http.get(`*${users.get.path}`, () => HttpResponse.error()))
    await waitFor(() => expect(screen.getAllByText('暂时无法获取用户信息')).toHaveLength(1))
    expect(toast.get()).toEqual([])
    on(users.get, () => aUser())
    window.dispatchEvent(new Event('online'))
    await findTitle('SSH 密钥')
  })
})

describe('§8 A session that cannot be renewed', () => {
  it('says so once, clears the storage and leads to /home?type=login', async () => {
    openApp(path, { resources })
    const refuse = () => {
      throw new Refused('signed_out')
    }
    on(users.get, refuse)
    on(secret_keys.list, refuse)
    on(auth.refresh, refuse)
    await waitFor(() => expect(address()).toBe('/home?type=login'))
    expect(await screen.findAllByText('登录已失效，请重新登录')).toHaveLength(1)
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it('says that it has ended, and keeps the page it was on for the next sign-in', async () => {
    const page = `${path}?keyword=a`
    openApp(page, { resources })
    const refuse = () => {
      throw new Refused('signed_out')
    }
    on(users.get, refuse)
    on(secret_keys.list, refuse)
    on(auth.refresh, () => {
      throw new Refused('session_ended')
    })
    await waitFor(() => expect(address()).toBe('/home?type=login'))
    expect(left_page.take('user-1')).toBe(page)
    expect(await screen.findAllByText('登录已到期，请重新登录')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('登录已失效，请重新登录')).toBeNull())
  })

  it('leaves the console when another tab signs out', async () => {
    serveKeys(1)
    openApp(path, { resources })
    await findTitle('SSH 密钥')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await waitFor(() => expect(address()).toBe('/home?type=login'))
  })
})
