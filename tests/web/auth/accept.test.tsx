import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { type SubAccountInvitation, subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import '#src/auth/accept/AcceptInvitationPage.tsx'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const phone = '13700000009'
const invitation: SubAccountInvitation = {
  id: 'user-9',
  name: '标注组',
  master_name: '陈老师',
  master_phone: '138****8000',
  master_real_name: '陈*',
  invited_until: '2026-11-30T06:05:00Z',
}
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function show(invitations: readonly SubAccountInvitation[] = [invitation]) {
  mockCall(subAccounts.invitations, () => [...invitations])
  renderWholeApp(paths.acceptSubAccount, { user: null })
  await type('手机号', phone)
  await type('短信验证码', '123456')
  await press('查看邀请')
}

describe('product §6 Who is invited to a sub-account', () => {
  it('is led there from where one signs in', async () => {
    renderWholeApp('/phone-login', { user: null })
    const link = await screen.findByRole('link', { name: '接受子账号邀请' })
    expect(link).toHaveAttribute('href', paths.acceptSubAccount)
  })

  it('sees by whom, sets a password of his own and is signed in', async () => {
    const sent: unknown[] = []
    mockCall(subAccounts.accept, ({ body }) => {
      sent.push(body)
      return null
    })
    mockCall(auth.login, ({ body }) => {
      sent.push(body)
      return { access: 'a', refresh: 'r', userId: 'user-9' }
    })
    mockCall(users.get, () => buildUser({ account_type: 'sub' }))
    await show([{ ...invitation, id: 'user-8', master_real_name: '王*' }, invitation])
    await userEvent.click(await screen.findByRole('radio', { name: /陈\*（138\*\*\*\*8000）/ }))
    await press('接受并登录')
    expect(screen.getByText('请勾选注册协议')).toBeInTheDocument()
    await type('设置密码', 'Gpu#2026mine')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('接受并登录')
    await waitFor(() => expect(session.token()).not.toBeNull())
    expect(sent).toEqual([
      { id: 'user-9', phone, captcha: '123456', password: 'Gpu#2026mine' },
      { account_type: 'sub', phone, password: 'Gpu#2026mine' },
    ])
  })

  it('asks for a code at a phone that is one, and waits before the next', async () => {
    mockCall(auth.send_captcha, () => ({ resend_after: 60 }))
    renderWholeApp(paths.acceptSubAccount, { user: null })
    await type('手机号', '123')
    await press('获取验证码')
    expect(screen.getByLabelText('手机号')).toBeInvalid()
    await userEvent.clear(screen.getByLabelText('手机号'))
    await type('手机号', phone)
    await press('获取验证码')
    expect(await screen.findByRole('button', { name: /秒后重发/ })).toBeDisabled()
  })

  it('hears that there is none', async () => {
    await show([])
    expect(await screen.findByText('没有可以接受的邀请')).toBeInTheDocument()
  })

  it('gives a new code where the first is over meanwhile', async () => {
    mockCall(subAccounts.accept, () => {
      throw new RefusedError('bad_captcha', { errors: { captcha: ['验证码错误或已过期'] } })
    })
    await show()
    await type('设置密码', 'Gpu#2026mine')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('接受并登录')
    expect(await screen.findByLabelText('短信验证码')).toHaveAccessibleDescription('验证码错误或已过期')
  })
})
