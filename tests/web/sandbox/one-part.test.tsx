import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { platform, sandbox } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import { sandboxWechat } from '#contract/wechat.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildServerInfo } from '../support/server-info.ts'

const absent = () => {
  throw new RefusedError('not_found')
}
/** SMS are played; money, mail and WeChat are not. */
const visitor = {
  user: null,
  answer: () => {
    mockCall(platform.server_info, () =>
      buildServerInfo({
        played: ['sms'],
        offers: { wechat: false, mail: false, invoicing: true, ssh: true, organisations: false },
      }),
    )
    mockCall(sandbox.inbox, () => [])
    for (const endpoint of [sandbox.mailbox, sandbox.cashier]) mockCall(endpoint, absent)
    mockCall(sandboxWechat.identities, absent)
    mockCall(products.home, () => ({ data: [] }))
    mockCall(products.list, () => ({ items: [], total: 0 }))
  },
}

describe('product §2 A platform of which one part is played', () => {
  it('has the page of that part, which leads to no other', async () => {
    await openApp('/sandbox', visitor)
    expect(await screen.findByText('还没有短信')).toBeVisible()
    expect(await screen.findByRole('link', { name: '沙箱短信与邮箱' })).toBeVisible()
    expect(screen.queryByRole('link', { name: '沙箱微信' })).toBeNull()
  })

  it.each(['/sandbox/wechat', '/sandbox/cashier/t-1'])('goes home from %s, as from any unknown address', async (path) => {
    await openApp(path, visitor)
    await waitFor(() => expect(window.location.pathname).toBe('/home'))
  })

  it('offers no WeChat to sign in with where the platform has none', async () => {
    await openApp('/home?type=login', visitor)
    expect(await screen.findByRole('button', { name: '短信登录' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: '微信扫码' })).toBeNull())
  })
})
