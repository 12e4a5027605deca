import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import LoginDialog from '#src/auth/LoginDialog.tsx'
import type { LoginMode } from '#src/auth/login.state.ts'
import { currentUser } from '#src/session/current-user.ts'
import { lastPage } from '#src/session/last-page.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { buildUser } from '#tests/web/support/people.ts'
import { CurrentAddress } from '#tests/web/ui/header/CurrentAddress.tsx'
import { storeSignIn, testToken } from '#tests/web/ui/header/people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'

const onClose = vi.fn()
const phone = '13800138000'

type Named = Exclude<LoginMode, 'wechat_bind' | 'second_step'>
const open = (mode: Named = 'login', { url = null as string | null, search = `?type=${mode}` } = {}) =>
  render(
    <MemoryRouter initialEntries={[`/home${search}${url === null ? '' : `&url=${encodeURIComponent(url)}`}`]}>
      <LoginDialog mode={mode} onClose={onClose} />
      <CurrentAddress />
    </MemoryRouter>,
  )
const type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
/** Logins are answered once the returned function is called. */
const holdLogin = (): (() => void) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  mockRawCall(auth.login, async () => {
    await held
    return toAcceptedResponse(testToken)
  })
  return release
}
const shown = () => toast.get().map(({ message }) => message)

beforeEach(() => {
  toast.clear()
  onClose.mockReset()
  mockRawCall(products.home, () => toAcceptedResponse({ data: [] }))
  mockRawCall(products.list, () => toAcceptedResponse([], { total: 0 }))
  mockRawCall(users.get, () => toAcceptedResponse(buildUser()))
})
afterEach(() => {
  session.clear()
  currentUser.clear()
})

describe('§4 Login dialog: tabs', () => {
  it('shows login, register and reset, and moves between them by arrow keys', async () => {
    open('login')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['登录', '注册', '重置密码'])
    screen.getByRole('tab', { name: '登录' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: '注册' })).toHaveFocus()
    expect(screen.getByRole('tab', { name: '注册' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('地址')).toHaveTextContent('type=register')
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: '登录' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: '重置密码' })).toHaveFocus()
    expect(screen.getByRole('dialog', { name: '重置密码' })).toBeInTheDocument()
  })

  it.each([
    ['its tab', () => userEvent.click(screen.getByRole('tab', { name: '重置密码' }))],
    ['the link', () => press('忘记密码')],
  ])('shows the reset tab only, in reset, which is reached by %s', async (_, choose) => {
    open('login')
    await type('手机号', phone)
    await choose()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['重置密码'])
    expect(screen.getByLabelText('新密码')).toBeInTheDocument()
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
    await press('返回登录')
    expect(screen.getAllByRole('tab')).toHaveLength(3)
  })

  it('shows the register tab only to who is signed in', () => {
    storeSignIn()
    open('login')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['注册'])
  })

  it('closes by its button and by Esc', async () => {
    open('login')
    await press('关闭')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('offers password, SMS and WeChat to sign in, and nothing of it to register', async () => {
    open('login')
    const methods = screen.getByRole('group', { name: '登录方式' })
    expect(
      within(methods)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['密码登录', '短信登录', '微信扫码'])
    await userEvent.click(screen.getByRole('tab', { name: '注册' }))
    expect(screen.queryByRole('group', { name: '登录方式' })).not.toBeInTheDocument()
  })
})

describe('§5 Texts at the fields', () => {
  it('submits on Enter and names what is missing', async () => {
    open('login')
    await type('手机号', '{Enter}')
    expect(screen.getByLabelText('手机号')).toHaveAccessibleDescription('请输入手机号')
    expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('请输入密码')
    expect(screen.getByLabelText('手机号')).toHaveFocus()
  })

  it('names what is wrong when a field is left', async () => {
    open('login')
    await type('手机号', '12345')
    await userEvent.tab()
    expect(screen.getByLabelText('手机号')).toHaveAccessibleDescription('请输入正确的手机号')
    expect(screen.getByLabelText('手机号')).toBeInvalid()
  })

  it('takes a pasted number with blanks and country code', async () => {
    open('login')
    await userEvent.click(screen.getByLabelText('手机号'))
    await userEvent.paste('+86 138-0013 8000')
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
  })

  it('names every fault of a registration', async () => {
    open('register')
    await press('注册')
    expect(screen.getByLabelText('短信验证码')).toHaveAccessibleDescription('请输入验证码')
    expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('请输入密码')
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('请勾选注册协议')
    await type('密码', 'abcdefgh')
    await type(/邀请码/, 'abc')
    await userEvent.tab()
    expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('请输入8-16位包含数字、字母和符号至少任意两种的密码')
    expect(screen.getByLabelText(/邀请码/)).toHaveAccessibleDescription('邀请码为6位')
  })

  it('takes no more than 16, 6 and 6 characters', async () => {
    open('register')
    await type('密码', 'a1'.repeat(10))
    await type('短信验证码', '12345678')
    await type(/邀请码/, 'abcdefgh')
    expect(screen.getByLabelText('密码')).toHaveValue('a1'.repeat(8))
    expect(screen.getByLabelText('短信验证码')).toHaveValue('123456')
    expect(screen.getByLabelText(/邀请码/)).toHaveValue('ABCDEF')
  })

  it('limits the password of a login to 8 to 16 characters, and sends none that is shorter', async () => {
    mockRawCall(auth.login, () => toAcceptedResponse(testToken))
    open('login')
    expect(screen.getByLabelText('密码')).toHaveAttribute('minlength', '8')
    expect(screen.getByLabelText('密码')).toHaveAttribute('maxlength', '16')
    await type('手机号', phone)
    await type('密码', 'Abc123!{Enter}')
    expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('密码为8-16位')
    expect(screen.getByLabelText('密码')).toHaveFocus()
    expect(listRecordedCalls(auth.login)).toHaveLength(0)
  })

  it('names the three agreements', () => {
    open('register')
    expect(screen.getByLabelText(/服务协议.*隐私政策.*反挖矿协议/)).not.toBeChecked()
  })

  it('locks an invite code from the link', async () => {
    open('register', { search: '?type=register&invite_code=ZS8K2Q' })
    await type(/邀请码/, 'X')
    expect(screen.getByLabelText(/邀请码/)).toHaveValue('ZS8K2Q')
    expect(screen.getByLabelText(/邀请码/)).toHaveAttribute('readonly')
  })
})

describe('§4 Login', () => {
  const logIn = async () => {
    await type('手机号', phone)
    await type('密码', 'abcd1234{Enter}')
  }
  beforeEach(() => mockRawCall(auth.login, () => toAcceptedResponse(testToken, { message: '登录成功' })))

  it('stores the tokens, loads the user, shows the message and goes to the asked page', async () => {
    open('login', { url: '/create-instance?product_id=p1&charge_rule=day' })
    await logIn()
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('/create-instance?product_id=p1&charge_rule=day'))
    expect(listRecordedCalls(auth.login)[0]?.body).toEqual({ account_type: 'main', phone, password: 'abcd1234' })
    expect(JSON.parse(localStorage.getItem('token') ?? '')).toEqual(testToken)
    expect(localStorage.getItem('access_token')).toBe(testToken.access)
    expect(currentUser.get()?.id).toBe(testToken.userId)
    expect(shown()).toEqual(['登录成功'])
  })

  it.each([null, 'https://evil.example/', '//evil.example', '/home?type=login'])(
    'goes to the overview when asked for %s',
    async (url) => {
      open('login', { url })
      await logIn()
      await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent(/^\/console\/data-overview$/))
    },
  )

  it('signs in by SMS code', async () => {
    open('login')
    await press('短信登录')
    await type('手机号', phone)
    await type('短信验证码', '123456{Enter}')
    await waitFor(() => expect(session.token()).toEqual(testToken))
    expect(listRecordedCalls(auth.login)[0]?.body).toEqual({ account_type: 'main', phone, captcha: '123456' })
  })

  it('§8 toasts what the server says of a refused login, and keeps what was typed', async () => {
    mockRawCall(auth.login, () => toRefusedResponse('bad_credentials'))
    open('login')
    await logIn()
    await waitFor(() => expect(shown()).toEqual(['手机号或密码错误']))
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
    expect(screen.getByLabelText('密码')).toHaveValue('abcd1234')
  })

  it('§8 stays, signed out, with a toast when the user cannot be loaded', async () => {
    mockRawCall(users.get, () => toRefusedResponse('account_frozen'))
    open('login')
    await logIn()
    await waitFor(() => expect(shown()).toEqual(['获取用户信息失败']))
    expect(session.token()).toBeNull()
  })

  it('goes in when the server has no answer about the user, for that says nothing about the session', async () => {
    mockRawCall(users.get, () => toRefusedResponse('internal'))
    open('login')
    await logIn()
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('/console/data-overview'))
    expect(session.token()).not.toBeNull()
  })

  it.each([
    ['goes on where a session of the same person ended in this tab, once', testToken.userId, '/console/cost/my-order?page=2'],
    ['shows nobody where another person was', 'somebody-else', '/console/data-overview'],
  ])('%s', async (_, userId, to) => {
    window.history.replaceState(null, '', '/console/cost/my-order?page=2')
    lastPage.keep(userId)
    open('login')
    await logIn()
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent(to))
    expect(lastPage.take(userId)).toBeNull()
  })

  it('sends once however often it is pressed', async () => {
    const release = holdLogin()
    open('login')
    await logIn()
    await press('正在登录')
    release()
    await waitFor(() => expect(session.token()).toEqual(testToken))
    expect(listRecordedCalls(auth.login)).toHaveLength(1)
  })

  it('goes nowhere when it was closed meanwhile', async () => {
    const release = holdLogin()
    const dialog = open('login')
    await logIn()
    dialog.unmount()
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(session.token()).toBeNull()
  })
})

describe('§4 SMS code', () => {
  beforeEach(() => {
    mockRawCall(auth.check_phone, () => toAcceptedResponse({ registered: false }))
    mockRawCall(auth.send_captcha, () => toAcceptedResponse({ resend_after: 60 }, { message: '验证码已发送' }))
  })

  it('counts down and goes on counting after a reload, per mode', async () => {
    const before = open('register')
    await type('手机号', phone)
    await press('获取验证码')
    expect(await screen.findByText('验证码已发送')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
    expect(screen.getByLabelText('短信验证码')).toHaveFocus()
    before.unmount()

    open('register')
    expect(screen.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
    await userEvent.click(screen.getByRole('tab', { name: '登录' }))
    await press('短信登录')
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  })

  it('checks the phone before a registration sends', async () => {
    open('register')
    await type('手机号', phone)
    await press('获取验证码')
    await screen.findByText('验证码已发送')
    expect(listRecordedCalls(auth.check_phone)[0]?.url.pathname).toBe(`/api/v1/user/check_phone/${phone}`)
    expect(listRecordedCalls(auth.send_captcha)[0]?.body).toEqual({ phone, captcha_type: 'register' })
  })

  it('switches to login with the phone kept when it is registered already', async () => {
    mockRawCall(auth.check_phone, () => toAcceptedResponse({ registered: true }))
    open('register')
    await type('手机号', phone)
    await press('获取验证码')
    expect(await screen.findByText('该手机号已注册，请直接登录')).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: '登录' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
    expect(screen.getByLabelText('密码')).toHaveFocus()
    expect(listRecordedCalls(auth.send_captcha)).toHaveLength(0)
  })

  it('§5 sends nothing to a wrong number, and toasts why', async () => {
    open('register')
    await type('手机号', '20000000000')
    await press('获取验证码')
    expect(shown()).toEqual(['请输入正确的手机号'])
    expect(screen.getByLabelText('手机号')).toHaveAccessibleDescription('请输入正确的手机号')
    expect(listRecordedCalls(auth.check_phone)).toHaveLength(0)
  })

  it('waits as long as a refusal says', async () => {
    mockRawCall(auth.send_captcha, () => toRefusedResponse('captcha_too_soon', { retry_after: 41 }))
    open('register')
    await type('手机号', phone)
    await press('获取验证码')
    await waitFor(() => expect(shown()).toEqual(['验证码发送过于频繁，请稍后再试']))
    expect(screen.getByRole('button', { name: /4[01] 秒后重发/ })).toBeDisabled()
  })
})

describe('§4 Registration and reset', () => {
  const fill = async () => {
    await type('手机号', phone)
    await type('短信验证码', '123456')
    await type(/^新?密码$/, 'abcd1234')
  }

  it('signs a new account in with its password', async () => {
    mockRawCall(auth.register, () => toAcceptedResponse({ id: testToken.userId }))
    mockRawCall(auth.login, () => toAcceptedResponse(testToken, { message: '登录成功' }))
    open('register', { search: '?type=register&invite_code=ZS8K2Q' })
    await fill()
    await userEvent.click(screen.getByRole('checkbox'))
    await press('注册')
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('/console/data-overview'))
    expect(listRecordedCalls(auth.register)[0]?.body).toEqual({
      account_type: 'main',
      phone,
      captcha: '123456',
      password: 'abcd1234',
      invite_code: 'ZS8K2Q',
    })
    expect(listRecordedCalls(auth.login)[0]?.body).toEqual({ account_type: 'main', phone, password: 'abcd1234' })
  })

  it('shows server faults at their fields and loses nothing typed', async () => {
    mockRawCall(auth.register, () => toRefusedResponse('invalid', { errors: { password: ['该密码过于常见，请换一个'] } }))
    open('register')
    await fill()
    await userEvent.click(screen.getByRole('checkbox'))
    await press('注册')
    await waitFor(() => expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('该密码过于常见，请换一个'))
    expect(screen.getByLabelText('密码')).toHaveFocus()
    expect(screen.getByLabelText('短信验证码')).toHaveValue('123456')
    expect(screen.getByRole('checkbox')).toBeChecked()
  })

  it('unlocks an invite code of the link that the server refuses, and goes on without it', async () => {
    mockRawCall(auth.register, () => toRefusedResponse('invite_code_unknown', { errors: { invite_code: ['邀请码不存在'] } }))
    open('register', { search: '?type=register&invite_code=ZZZZZZ' })
    await fill()
    await userEvent.click(screen.getByRole('checkbox'))
    await press('注册')
    const invite = screen.getByLabelText(/邀请码/)
    await waitFor(() => expect(invite).toHaveAccessibleDescription('邀请码不存在'))
    expect(invite).toHaveFocus()
    expect(invite).toHaveValue('ZZZZZZ')
    mockRawCall(auth.register, () => toAcceptedResponse({ id: testToken.userId }))
    mockRawCall(auth.login, () => toAcceptedResponse(testToken, { message: '登录成功' }))
    await userEvent.clear(invite)
    await press('注册')
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('/console/data-overview'))
    expect(listRecordedCalls(auth.register)[1]?.body).toEqual({
      account_type: 'main',
      phone,
      captcha: '123456',
      password: 'abcd1234',
    })
  })

  it('goes back to login after a reset', async () => {
    mockRawCall(auth.reset_password, () => toAcceptedResponse(null, { message: '密码已重置，请重新登录' }))
    open('reset_password')
    await fill()
    await press('重置密码')
    expect(await screen.findByText('密码已重置，请重新登录')).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: '登录' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
    expect(listRecordedCalls(auth.reset_password)[0]?.body).toEqual({ phone, captcha: '123456', password: 'abcd1234' })
  })
})
