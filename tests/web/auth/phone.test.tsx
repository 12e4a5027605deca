import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { wechat } from '#contract/wechat.ts'
import '#src/app/PhoneLoginPage.tsx'
import { getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildToken, buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const phone = '13800138000'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const visitor = { user: null }

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone)
})
afterEach(() => vi.restoreAllMocks())

const open = async (path: string) => {
  renderWholeApp(path, visitor)
  await screen.findByRole('main')
}

describe('§2 /phone-login and /phone-register', () => {
  it.each([
    ['/phone-login', '登录'],
    ['/phone-register', '注册'],
  ])('%s is a screen, no dialog, titled %s', async (path, title) => {
    await open(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe(`${title} · 智算中心`))
  })

  it('are used instead of the dialog when the user agent says phone', async () => {
    await open('/home?type=register&invite_code=ZS8K2Q&url=%2Fmarket')
    expect(await screen.findByLabelText(/邀请码/)).toHaveValue('ZS8K2Q')
    expect(screen.getByLabelText(/邀请码/)).toHaveAttribute('readonly')
    expect(getAddress()).toBe('/phone-register?invite_code=ZS8K2Q&url=%2Fmarket')
  })

  it('go to one another by their tabs, with what was typed and what was asked', async () => {
    await open('/phone-login?url=%2Fmarket&invite_code=ZS8K2Q')
    await userEvent.type(await screen.findByLabelText('手机号'), phone)
    await userEvent.click(screen.getByRole('tab', { name: '注册' }))
    await waitFor(() => expect(getAddress()).toBe('/phone-register?url=%2Fmarket&invite_code=ZS8K2Q'))
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
    expect(screen.getByLabelText(/邀请码/)).toHaveValue('ZS8K2Q')
    await userEvent.click(screen.getByRole('tab', { name: '登录' }))
    await waitFor(() => expect(getAddress()).toBe('/phone-login?url=%2Fmarket&invite_code=ZS8K2Q'))
  })

  it('sign in and go to the asked page', async () => {
    mockCall(auth.login, () => buildToken())
    mockCall(users.get, () => buildUser())
    mockCall(notifications.unreaded_count, () => ({ count: 0 }))
    await open('/phone-login?url=%2Fmarket')
    await userEvent.type(await screen.findByLabelText('手机号'), phone)
    await userEvent.type(screen.getByLabelText('密码'), 'abcd1234{Enter}')
    await waitFor(() => expect(getAddress()).toBe('/market'))
  })

  it('offer WeChat by a code to press long', async () => {
    mockCall(wechat.qrcode, () => ({
      qrcode_url: '/qr.svg',
      scene_str: 's',
      expires_at: '2026-11-21T06:05:00Z',
      sandbox_url: null,
    }))
    await open('/phone-login')
    await userEvent.click(await screen.findByRole('button', { name: '微信扫码' }))
    expect(await screen.findByAltText('微信登录二维码')).toBeInTheDocument()
    expect(screen.getByText('在微信里打开本页，长按识别二维码')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /沙箱/ })).not.toBeInTheDocument()
  })

  it('close to /home', async () => {
    await open('/phone-login')
    await userEvent.click(await screen.findByRole('button', { name: '关闭' }))
    await waitFor(() => expect(getAddress()).toBe('/home'))
  })
})
