import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountSecurity, accountSecurity, type SessionInfo } from '#contract/account-security.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import '#src/features/security/AccountSecurityPage.tsx'
import '#src/features/security/CloseAccountDialog.tsx'
import '#src/features/security/PasswordDialog.tsx'
import '#src/features/security/PhoneDialog.tsx'
import '#src/admin/step-up/StepUpDialog.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const page = '/console/account/security'
const kept: AccountSecurity = {
  level: 'medium',
  phone: '138****8000',
  password_set_at: '2026-11-01T00:00:00Z',
  wechat_bound_at: null,
  real_name: true,
  second_factor_added_at: null,
  sessions: 2,
}
const here: SessionInfo = {
  id: 'session-1',
  device: 'Chrome · Windows',
  ip: '203.0.113.*',
  created_at: '2026-11-20T00:00:00Z',
  last_seen_at: '2026-11-21T00:00:00Z',
  ends_at: '2027-02-18T00:00:00Z',
  current: true,
}
const there: SessionInfo = { ...here, id: 'session-2', device: 'Safari · iOS', current: false }

const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
/** By its heading: two that are open at once have the same generated name in a test. */
const dialog = async (name: string) =>
  (await screen.findByText(name, { selector: '.ant-modal-title' })).closest<HTMLElement>('[role="dialog"]')!

beforeEach(() => {
  localStorage.removeItem('sms_countdown.change_phone')
  mockCall(accountSecurity.get, () => kept)
  mockCall(accountSecurity.sessions, () => [here, there])
  mockCall(secondFactor.get, () => ({ added_at: null, recovery_codes_left: 0, required: false }))
})

describe('product §6 Account security', () => {
  it('shows the level, the ways to sign in and the devices, this one marked', async () => {
    await openApp(page)
    expect(await screen.findByText('中等')).toBeInTheDocument()
    expect(screen.getByText('建议绑定微信，多一种登录方式')).toBeInTheDocument()
    const row = (await screen.findByText('Chrome · Windows')).closest('li')!
    expect(within(row).getByText('本机')).toBeInTheDocument()
    expect(within(row).queryByRole('button')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: '退出 Safari · iOS' })).toBeInTheDocument()
  })

  it('folds a long list of devices', async () => {
    const others = Array.from({ length: 6 }, (_, n) => ({ ...there, id: `session-${n + 2}` }))
    mockCall(accountSecurity.sessions, () => [here, ...others])
    await openApp(page)
    const more = await screen.findByRole('button', { name: '显示全部 7 次登录' })
    expect(screen.getAllByRole('button', { name: '退出 Safari · iOS' })).toHaveLength(4)
    await userEvent.click(more)
    expect(screen.getAllByRole('button', { name: '退出 Safari · iOS' })).toHaveLength(6)
  })

  it('signs one device out', async () => {
    const ended: string[] = []
    mockCall(accountSecurity.end_session, ({ params }) => {
      ended.push(params.id)
      mockCall(accountSecurity.sessions, () => [here])
      return null
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '退出 Safari · iOS' }))
    await waitFor(() => expect(screen.queryByText('Safari · iOS')).not.toBeInTheDocument())
    expect(ended).toEqual(['session-2'])
  })
})

describe('requirements §5 A new password', () => {
  const open = async () => {
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '修改密码' }))
    return dialog('修改密码')
  }
  const type = async (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
  const send = async (form: HTMLElement) => userEvent.click(within(form).getByRole('button', { name: '修改密码' }))

  it('asks with the exact words, and sends nothing', async () => {
    const form = await open()
    await type('新密码', '12345678')
    await type('再输一次', '1234567')
    await send(form)
    for (const words of ['请输入密码', '请输入8-16位包含数字、字母和符号至少任意两种的密码', '两次输入的密码不一致'])
      expect(await within(form).findByText(words)).toBeInTheDocument()
  })

  it('shows a refusal at its field and keeps what was typed', async () => {
    mockCall(accountSecurity.change_password, () => {
      throw new RefusedError('wrong_password', { errors: { old_password: ['密码错误'] } })
    })
    const form = await open()
    await type('原密码', 'wrong#2026')
    await type('新密码', 'Changed#2026')
    await type('再输一次', 'Changed#2026')
    await send(form)
    expect(await within(form).findByText('密码错误')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('原密码')).toHaveFocus())
    expect(screen.getByLabelText('新密码')).toHaveValue('Changed#2026')
  })
})

describe('product §2 Step-up', () => {
  it('asks who is there in the middle of the work, then goes on with it', async () => {
    let proved = false
    const asked: string[] = []
    mockCall(accountSecurity.send_phone_captcha, ({ body }) => {
      asked.push(body.phone)
      if (!proved) throw new RefusedError('step_up_required')
      return { resend_after: 60 }
    })
    mockCall(stepUp.prove, ({ body }) => {
      if (body.password !== 'Right#2026') throw new RefusedError('wrong_password', { errors: { password: ['密码错误'] } })
      proved = true
      return { valid_until: '2026-11-21T01:00:00Z' }
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '更换手机号' }))
    const form = await dialog('更换手机号')
    await userEvent.type(within(form).getByLabelText('新手机号'), '13700000001')
    await click('获取验证码')
    const question = await dialog('验证身份')
    await userEvent.type(within(question).getByLabelText('登录密码'), 'Wrong#2026')
    await userEvent.click(within(question).getByRole('button', { name: '验证' }))
    expect(await within(question).findByText('密码错误')).toBeInTheDocument()
    await userEvent.clear(within(question).getByLabelText('登录密码'))
    await userEvent.type(within(question).getByLabelText('登录密码'), 'Right#2026')
    await userEvent.click(within(question).getByRole('button', { name: /验证$/ }))
    expect(await within(form).findByRole('button', { name: /秒后重发/ })).toBeDisabled()
    expect(asked).toEqual(['13700000001', '13700000001'])
    expect(within(form).getByLabelText('新手机号')).toHaveValue('13700000001')
  })

  it('leaves everything as it is when nobody proves anything', async () => {
    mockCall(accountSecurity.send_phone_captcha, () => {
      throw new RefusedError('step_up_required')
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '更换手机号' }))
    const form = await dialog('更换手机号')
    await userEvent.type(within(form).getByLabelText('新手机号'), '13700000001')
    await click('获取验证码')
    await userEvent.click(within(await dialog('验证身份')).getByRole('button', { name: '取消' }))
    expect(await screen.findByText('请先验证身份，再继续操作')).toBeInTheDocument()
    expect(await within(form).findByRole('button', { name: /获取验证码$/ })).toBeEnabled()
  })
})

describe('decision 035 Closing the account', () => {
  const open = async () => {
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '注销账号' }))
    return dialog('注销账号')
  }

  it('lists what has to be settled first, each with the way there', async () => {
    const blockers = [
      { reason: 'balance', detail: '¥8.00' },
      { reason: 'instances', detail: '2 台' },
    ] as const
    mockCall(accountSecurity.closing, () => ({ blockers: [...blockers], closes_at: '2026-11-28T00:00:00Z' }))
    const box = await open()
    expect(await within(box).findByText('余额还没有用完或提现')).toBeInTheDocument()
    expect(within(box).getByText('2 台')).toBeInTheDocument()
    expect(within(box).getByRole('link', { name: '去提现' })).toHaveAttribute('href', '/console/cost/withdrawal')
    expect(within(box).getByRole('link', { name: '去释放' })).toHaveAttribute('href', '/console/container-instance')
    expect(within(box).queryByRole('button', { name: '申请注销' })).not.toBeInTheDocument()
  })

  it('asks for a consent nobody has ticked, and signs out here when it is done', async () => {
    mockCall(accountSecurity.closing, () => ({ blockers: [], closes_at: '2026-11-28T00:00:00Z' }))
    mockCall(accountSecurity.close, () => ({ closes_at: '2026-11-28T00:00:00Z' }))
    const box = await open()
    const apply = await within(box).findByRole('button', { name: '申请注销' })
    await userEvent.click(apply)
    expect(await within(box).findByText('请确认已了解注销的后果')).toBeInTheDocument()
    await userEvent.click(within(box).getByRole('checkbox'))
    await userEvent.click(apply)
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  })
})
