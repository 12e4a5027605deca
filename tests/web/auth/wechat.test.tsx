import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { wechat } from '#contract/wechat.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import LoginDialog from '#src/auth/LoginDialog.tsx'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { buildUser } from '#tests/web/support/people.ts'
import { CurrentAddress } from '#tests/web/ui/header/CurrentAddress.tsx'
import { testToken } from '#tests/web/ui/header/people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'

const phone = '13800138000'
const sceneStr = 'scene-of-this-browser'
let codesGiven: number

const open = () =>
  render(
    <MemoryRouter initialEntries={['/home?type=login']}>
      <LoginDialog mode="login" onClose={() => undefined} />
      <CurrentAddress />
    </MemoryRouter>,
  )
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) })
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const polls = () => listRecordedCalls(wechat.check_scan_status).length
const openCode = async () => {
  const page = open()
  await press('微信扫码')
  await screen.findByAltText('微信登录二维码')
  return page
}
const polled = (...answers: (() => HttpResponse<never> | ReturnType<typeof toAcceptedResponse>)[]) => {
  let asked = 0
  mockRawCall(
    wechat.check_scan_status,
    () => answers[Math.min(asked++, answers.length - 1)]!() as ReturnType<typeof toAcceptedResponse>,
  )
}
const waiting = () => toRefusedResponse('wechat_waiting')

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  codesGiven = 0
  mockRawCall(products.home, () => toAcceptedResponse({ data: [] }))
  mockRawCall(products.list, () => toAcceptedResponse([], { total: 0 }))
  mockRawCall(users.get, () => toAcceptedResponse(buildUser()))
  mockRawCall(auth.login, () => toAcceptedResponse(testToken, { message: '登录成功' }))
  mockRawCall(wechat.qrcode, () => {
    codesGiven += 1
    const expiresAt = '2026-11-21T06:05:00Z'
    return toAcceptedResponse({
      qrcode_url: '/qr.svg',
      scene_str: sceneStr,
      expires_at: expiresAt,
      sandbox_url: '/sandbox/wechat?scene=s',
    })
  })
  polled(waiting)
})
afterEach(() => {
  vi.useRealTimers()
  session.clear()
  currentUser.clear()
})

describe('§4 WeChat: a QR is fetched and polled every 2 s', () => {
  it('fetches no code before WeChat is chosen, then shows it with what to do', async () => {
    open()
    expect(codesGiven).toBe(0)
    await press('微信扫码')
    expect(await screen.findByAltText('微信登录二维码')).toHaveAttribute('src', toApiUrl('/qr.svg'))
    expect(screen.getByText('用微信扫一扫，再在手机上确认登录')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /沙箱/ })).toHaveAttribute('href', '/sandbox/wechat?scene=s')
  })

  it('polls 2 s after the code came and 2 s after each answer', async () => {
    await openCode()
    await pass(1900)
    expect(polls()).toBe(0)
    await pass(200)
    await waitFor(() => expect(polls()).toBe(1))
    expect(listRecordedCalls(wechat.check_scan_status)[0]?.url.searchParams.get('scene_str')).toBe(sceneStr)
    await pass(2100)
    await waitFor(() => expect(polls()).toBe(2))
  })

  it('stops when the dialog closes', async () => {
    const page = await openCode()
    page.unmount()
    await pass(10_000)
    expect(polls()).toBe(0)
  })

  it('stops when another way is chosen', async () => {
    await openCode()
    await press('密码登录')
    await pass(2100)
    const after = polls()
    await pass(10_000)
    expect(polls()).toBe(after)
    expect(after).toBeLessThanOrEqual(1)
  })

  it('retries after 2 s when a poll fails', async () => {
    polled(
      () => HttpResponse.error() as HttpResponse<never>,
      () => toRefusedResponse('internal'),
      () => toRefusedResponse('wechat_scanned'),
    )
    await openCode()
    await pass(2100)
    await waitFor(() => expect(polls()).toBe(1))
    await pass(2100)
    await waitFor(() => expect(polls()).toBe(2))
    expect(screen.getByAltText('微信登录二维码')).toBeInTheDocument()
    await pass(2100)
    expect(await screen.findByText('已扫码，请在手机上确认登录')).toBeInTheDocument()
  })

  it('completes the login on code 0', async () => {
    polled(waiting, () => toAcceptedResponse(testToken, { message: '登录成功' }))
    await openCode()
    await pass(2100)
    await waitFor(() => expect(polls()).toBe(1))
    await pass(2100)
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('/console/data-overview'))
    expect(session.token()).toEqual(testToken)
    expect(currentUser.get()?.id).toBe(testToken.userId)
  })

  it('offers a new code when this one is past its time', async () => {
    polled(() => toRefusedResponse('wechat_expired'))
    await openCode()
    await pass(2100)
    expect(await screen.findByText('二维码已过期，请刷新后重新扫码')).toBeInTheDocument()
    expect(screen.queryByAltText('微信登录二维码')).not.toBeInTheDocument()
    await press('刷新二维码')
    await screen.findByAltText('微信登录二维码')
    expect(codesGiven).toBe(2)
  })

  it('says why there is no code, and asks again when told to', async () => {
    mockRawCall(wechat.qrcode, () => toRefusedResponse('unavailable'))
    open()
    await press('微信扫码')
    expect(await screen.findByText('服务暂时不可用，请稍后再试')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '刷新二维码' })).toBeEnabled()
  })
})

describe('§4 wechat-bind', () => {
  beforeEach(() => polled(() => toRefusedResponse('wechat_not_bound')))
  const openBind = async () => {
    await openCode()
    await pass(2100)
    await screen.findByRole('button', { name: '登录并绑定' })
  }

  it('is switched to by code 00100011: phone plus SMS, its own tab, the cursor in the phone', async () => {
    await openBind()
    expect(screen.getByText('该微信尚未绑定智算中心账号')).toBeInTheDocument()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['绑定微信'])
    expect(screen.getAllByRole('textbox').map((input) => input.getAttribute('name'))).toEqual(['phone', 'captcha'])
    await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveFocus())
  })

  it('sends the code with the scene and signs in by 登录并绑定', async () => {
    mockRawCall(auth.send_captcha, () => toAcceptedResponse({ resend_after: 60 }, { message: '验证码已发送' }))
    await openBind()
    await type('手机号', phone)
    await press('获取验证码')
    await screen.findByText('验证码已发送')
    expect(listRecordedCalls(auth.send_captcha)[0]?.body).toEqual({ phone, captcha_type: 'wechat_bind', scene_str: sceneStr })
    expect(localStorage.getItem('sms_countdown.wechat_bind')).not.toBeNull()
    await type('短信验证码', '123456{Enter}')
    await waitFor(() => expect(session.token()).toEqual(testToken))
    expect(listRecordedCalls(auth.login)[0]?.body).toEqual({
      account_type: 'wechat-bind',
      phone,
      captcha: '123456',
      scene_str: sceneStr,
    })
  })

  it('warns on code 00100000 and switches to register with the phone filled in and the scene kept', async () => {
    mockRawCall(auth.send_captcha, () => toRefusedResponse('phone_not_registered'))
    mockRawCall(auth.register, () => toAcceptedResponse({ id: testToken.userId }))
    await openBind()
    await type('手机号', phone)
    await press('获取验证码')
    expect(await screen.findByText('手机号未注册，请先注册后使用')).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: '注册' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('type=register'))
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
    await type('短信验证码', '123456')
    await type('密码', 'abcd1234')
    await user.click(screen.getByRole('checkbox'))
    await press('注册')
    await waitFor(() => expect(session.token()).toEqual(testToken))
    expect(listRecordedCalls(auth.register)[0]?.body).toMatchObject({ phone, scene_str: sceneStr })
    expect(listRecordedCalls(auth.login)[0]?.body).toEqual({ account_type: 'main', phone, password: 'abcd1234' })
  })
})
