import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { setup, setupPath } from '#contract/setup.ts'
import '#src/auth/setup/SetupPage.tsx'
import { paths } from '#src/paths.ts'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const token = 'mabc1234.signature'
const factor = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DP', enrolment: 'sealed' }
const phone = '13900000001'
const password = 'Kaishi#2026gpu'

const open = (hash = `#${token}`) => renderWholeApp(`${paths.setup}${hash}`, { user: null })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function typeAccount(again = password) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('手机号'), phone)
  await user.type(screen.getByLabelText('密码'), password)
  await user.type(screen.getByLabelText('再输入一次密码'), again)
  await press('下一步：两步验证')
}

beforeEach(() => {
  mockCall(setup.check, () => ({ expires_at: '2026-11-29T00:00:00Z' }))
  mockCall(setup.begin, () => factor)
})

describe('decision 115 The page of the first administrator', () => {
  it('has the address that the server prints', () => expect(paths.setup).toBe(setupPath))

  it('asks for phone and password, then for a code of the app, and sends the token of the link with each', async () => {
    const sent: unknown[] = []
    mockCall(setup.begin, ({ body }) => {
      sent.push(body)
      return factor
    })
    mockCall(setup.finish, ({ body }) => {
      sent.push(body)
      return { tokens: { access: 'a', refresh: 'r', userId: 'user-1' }, recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] }
    })
    open()
    await typeAccount()
    expect(await screen.findByRole('img', { name: '身份验证器的二维码' })).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('动态码'), '123456')
    await press('建立管理员')
    expect(await screen.findByText('aaaa-bbbb')).toBeInTheDocument()
    expect(sent).toEqual([
      { token, phone, password },
      { token, phone, password, enrolment: 'sealed', code: '123456' },
    ])
    expect(screen.getByRole('button', { name: '进入开业清单' }), 'not before the codes are taken').toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: '已经保存好了' }))
    expect(screen.getByRole('button', { name: '进入开业清单' })).toBeEnabled()
  })

  it('says at the field what is wrong, before and after asking, and leads back to what is to be mended', async () => {
    open()
    await typeAccount('Kaishi#2026gpx')
    expect(await screen.findByText('两次输入的密码不一致')).toBeInTheDocument()
    await userEvent.clear(screen.getByLabelText('再输入一次密码'))
    await userEvent.type(screen.getByLabelText('再输入一次密码'), password)
    await press('下一步：两步验证')
    mockCall(setup.finish, () => {
      throw new RefusedError('phone_taken', { errors: { phone: ['这个手机号已有账号，请换一个'] } })
    })
    await userEvent.type(await screen.findByLabelText('动态码'), '123456')
    await press('建立管理员')
    expect(await screen.findByText('这个手机号已有账号，请换一个')).toBeInTheDocument()
    expect(screen.getByLabelText('手机号')).toHaveValue(phone)
  })

  it('says that the link is used when somebody was faster', async () => {
    mockCall(setup.finish, () => {
      throw new RefusedError('setup_link_gone', { message: '平台已经有管理员，这个链接不再有效，请直接登录' })
    })
    open()
    await typeAccount()
    await userEvent.type(await screen.findByLabelText('动态码'), '123456')
    await press('建立管理员')
    expect(await screen.findByText('平台已经有管理员，这个链接不再有效，请直接登录')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '去登录' })).toHaveAttribute('href', '/home?type=login&url=%2Foperator%2Fopening')
  })

  it('says so of a link without its end, and of one that is over, without a form', async () => {
    open('')
    expect(await screen.findByText(/包括 # 后面的部分/)).toBeInTheDocument()
    mockCall(setup.check, () => {
      throw new RefusedError('setup_link_gone')
    })
    open('#old')
    expect(await screen.findByText(/链接无效或已过期/)).toBeInTheDocument()
    expect(screen.queryByLabelText('手机号')).not.toBeInTheDocument()
  })
})
