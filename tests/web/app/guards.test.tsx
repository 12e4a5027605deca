import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { users } from '#contract/users.ts'
import type { Resource } from '#src/admin/resource.ts'
import secretKeysResource from '#src/features/keys/keys.resource.tsx'
import { lastPage } from '#src/session/last-page.ts'
import { toast } from '#src/ui/toast.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { serveSecretKeys } from '#tests/web/support/keys.ts'
import { buildUser } from '#tests/web/support/people.ts'
import { serveEmptyWalletOverview } from '#tests/web/support/wallet.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

const path = '/console/secret-key'
const resources = [secretKeysResource]
const guarded = (access: Resource['access']): Resource[] => [{ ...secretKeysResource, access }]

describe('§6 Guards', () => {
  it.each([
    ['/console/secret-key?page=2', '%2Fconsole%2Fsecret-key%3Fpage%3D2'],
    ['/create-instance', '%2Fcreate-instance'],
    ['/recharge', '%2Frecharge'],
  ])('sends a visitor of %s to sign in, and remembers the way back', async (from, url) => {
    renderWholeApp(from, { user: null })
    await waitFor(() => expect(getAddress()).toBe(`/home?type=login&url=${url}`))
  })

  it.each(['/home', '/market'])('lets a visitor see %s', async (page) => {
    renderWholeApp(page, { user: null })
    await screen.findAllByRole('heading')
    expect(getAddress()).toBe(page)
  })

  it('lets a signed-in user into the console', async () => {
    serveSecretKeys(1)
    renderWholeApp(path, { resources })
    await findPageTitle('SSH 密钥')
    expect(getAddress()).toBe(path)
  })

  it('shows 403 where a page is for master accounts', async () => {
    renderWholeApp(path, { user: buildUser({ account_type: 'sub' }), resources: guarded('main') })
    await findPageTitle('没有权限执行此操作')
    expect(screen.queryByRole('link', { name: 'SSH 密钥' })).not.toBeInTheDocument()
  })

  it('leads who is no tencent user from the model pages to the overview', async () => {
    serveEmptyWalletOverview()
    renderWholeApp(path, { resources: guarded('tencent') })
    await waitFor(() => expect(getAddress()).toBe('/console/data-overview'))
  })

  it('lets tencent users stay', async () => {
    serveSecretKeys(1)
    renderWholeApp(path, { user: buildUser({ is_tencent: true }), resources: guarded('tencent') })
    await findPageTitle('SSH 密钥')
  })

  it('resets the token, shows the error and leads to login when user info cannot be loaded', async () => {
    serveSecretKeys(1)
    renderWholeApp(path, { resources })
    mockCall(users.get, () => {
      throw new RefusedError('account_frozen')
    })
    await waitFor(() => expect(getAddress()).toBe('/home?type=login'))
    expect(localStorage.getItem('token')).toBeNull()
    expect(await screen.findByText('账号已被冻结，请联系客服')).toBeInTheDocument()
  })

  it.each([null, 'internal', 'unavailable', 'too_many_requests'] as const)(
    'keeps the token and offers a retry when the answer is %s',
    async (refusal) => {
      serveSecretKeys(1)
      renderWholeApp(path, { resources })
      if (refusal === null) mswServer.use(http.get(`*${users.get.path}`, () => HttpResponse.error()))
      else
        mockCall(users.get, () => {
          throw new RefusedError(refusal)
        })
      expect((await screen.findAllByText('暂时无法获取用户信息'))[0]).toBeVisible()
      expect(localStorage.getItem('token')).not.toBeNull()
      mockCall(users.get, () => buildUser())
      screen.getAllByRole('button', { name: '重试' })[0]?.click()
      await findPageTitle('SSH 密钥')
    },
  )
})

describe('docs/decisions/063 Who cannot be asked who he is', () => {
  it('is asked again when the network is back, and reads once what is the matter', async () => {
    serveSecretKeys(1)
    renderWholeApp(path, { resources })
    mswServer.use(http.get(`*${users.get.path}`, () => HttpResponse.error()))
    await waitFor(() => expect(screen.getAllByText('暂时无法获取用户信息')).toHaveLength(1))
    expect(toast.get()).toEqual([])
    mockCall(users.get, () => buildUser())
    window.dispatchEvent(new Event('online'))
    await findPageTitle('SSH 密钥')
  })
})

describe('§8 A session that cannot be renewed', () => {
  it('says so once, clears the storage and leads to /home?type=login', async () => {
    renderWholeApp(path, { resources })
    const refuse = () => {
      throw new RefusedError('signed_out')
    }
    mockCall(users.get, refuse)
    mockCall(secretKeys.list, refuse)
    mockCall(auth.refresh, refuse)
    await waitFor(() => expect(getAddress()).toBe('/home?type=login'))
    expect(await screen.findAllByText('登录已失效，请重新登录')).toHaveLength(1)
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it('says that it has ended, and keeps the page it was on for the next sign-in', async () => {
    const page = `${path}?keyword=a`
    renderWholeApp(page, { resources })
    const refuse = () => {
      throw new RefusedError('signed_out')
    }
    mockCall(users.get, refuse)
    mockCall(secretKeys.list, refuse)
    mockCall(auth.refresh, () => {
      throw new RefusedError('session_ended')
    })
    await waitFor(() => expect(getAddress()).toBe('/home?type=login'))
    expect(lastPage.take('user-1')).toBe(page)
    expect(await screen.findAllByText('登录已到期，请重新登录')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('登录已失效，请重新登录')).toBeNull())
  })

  it('leaves the console when another tab signs out', async () => {
    serveSecretKeys(1)
    renderWholeApp(path, { resources })
    await findPageTitle('SSH 密钥')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await waitFor(() => expect(getAddress()).toBe('/home?type=login'))
  })
})
