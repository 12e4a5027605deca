import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccountSecurity, accountSecurity } from '#contract/account-security.ts'
import { resultCodes } from '#contract/codes.ts'
import { directories } from '#contract/directories.ts'
import { secondFactor } from '#contract/second-factor.ts'
import '#src/admin/step-up/StepUpDialog.tsx'
import '#src/features/security/AccountSecurityPage.tsx'
import '#src/features/security/EnrolFactorDialog.tsx'
import { organisationVisits } from '#src/session/organisation-visits.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const page = '/console/account/security'
const kept: AccountSecurity = {
  level: 'low',
  phone: '未绑定手机',
  password_set_at: null,
  wechat_bound_at: null,
  real_name: true,
  second_factor_added_at: null,
  sessions: 1,
}
const enrolment = {
  secret: 'US3WHSG7X5KAPV27',
  uri: 'otpauth://totp/x?secret=US3WHSG7X5KAPV27',
  expires_at: '2026-11-21T00:15:00Z',
}
const memberOf = (kind: 'oidc' | 'ldap') => buildUser({ account_type: 'sub', directory: { name: '示例大学', kind } })

let proved: boolean
beforeEach(() => {
  proved = false
  mockCall(accountSecurity.get, () => kept)
  mockCall(accountSecurity.sessions, () => [])
  mockCall(secondFactor.get, () => ({ added_at: null, recovery_codes_left: 0, required: false }))
  mockCall(secondFactor.enrol, () => {
    if (!proved) throw new RefusedError('step_up_required')
    return enrolment
  })
})

const question = async () =>
  within((await screen.findByText('验证身份', { selector: '.ant-modal-title' })).closest<HTMLElement>('[role="dialog"]')!)
const enrol = async () => userEvent.click(await screen.findByRole('button', { name: '开启两步验证' }))

describe('decision 113 The account of an organisation', () => {
  it('shows the organisation as its only way in', async () => {
    await openApp(page, { user: memberOf('oidc') })
    expect(await screen.findByText(/只能用示例大学的账号登录/)).toBeVisible()
    for (const name of ['设置密码', '更换手机号', '绑定微信']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it("proves itself at the organisation's own page in another window, and goes on here by itself", async () => {
    const visited: string[] = []
    const popup = { location: { replace: (url: string) => void visited.push(url) }, close: vi.fn() }
    const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
    mockCall(directories.begin_step_up, () => ({
      url: 'https://sso.school.cn/login?state=s-9',
      browser: 'b-9',
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    }))
    await openApp(page, { user: memberOf('oidc') })
    await enrol()
    await userEvent.click(await screen.findByRole('button', { name: '去示例大学验证' }))
    await waitFor(() => expect(visited).toEqual(['https://sso.school.cn/login?state=s-9']))
    expect(organisationVisits.take('s-9')).toMatchObject({ purpose: 'step_up' })
    proved = true
    organisationVisits.announceProof()
    expect(await screen.findByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
    opened.mockRestore()
  })

  it('says so when the browser keeps the window from opening', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await openApp(page, { user: memberOf('oidc') })
    await enrol()
    await userEvent.click(await screen.findByRole('button', { name: '去示例大学验证' }))
    expect(await screen.findByText(/浏览器拦住了新窗口/)).toBeVisible()
    await userEvent.click((await question()).getByRole('button', { name: '取消' }))
    opened.mockRestore()
  })

  it('proves itself by the password of an LDAP directory, however long', async () => {
    mockCall(directories.prove_password, ({ body }) => {
      if (body.password !== 'a password of more than sixteen letters')
        throw new RefusedError('wrong_password', { errors: { password: [resultCodes.wrong_password.message] } })
      proved = true
      return { valid_until: '2026-11-21T00:10:00Z' }
    })
    await openApp(page, { user: memberOf('ldap') })
    await enrol()
    const asked = await question()
    const prove = async () => userEvent.click(await asked.findByRole('button', { name: /验证$/ }))
    await userEvent.type(await asked.findByLabelText('组织的密码'), 'wrong')
    await prove()
    expect((await asked.findAllByText(resultCodes.wrong_password.message)).length).toBeGreaterThan(0)
    await userEvent.clear(asked.getByLabelText('组织的密码'))
    await userEvent.type(asked.getByLabelText('组织的密码'), 'a password of more than sixteen letters')
    await prove()
    expect(await screen.findByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
  })
})
