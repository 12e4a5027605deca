import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccountSecurity, accountSecurity } from '#contract/account-security.ts'
import { type SecondFactorStatus, secondFactor } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import '#src/admin/step-up/StepUpDialog.tsx'
import '#src/features/security/AccountSecurityPage.tsx'
import '#src/features/security/EnrolFactorDialog.tsx'
import '#src/features/security/ProveFactorDialog.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const page = '/console/account/security'
const kept: AccountSecurity = {
  level: 'medium',
  phone: '138****8000',
  password_set_at: '2026-11-01T00:00:00Z',
  wechat_bound_at: null,
  real_name: true,
  second_factor_added_at: null,
  sessions: 1,
}
const off: SecondFactorStatus = { added_at: null, recovery_codes_left: 0, required: false }
const on: SecondFactorStatus = { added_at: '2026-11-20T00:00:00Z', recovery_codes_left: 2, required: false }
const recoveryCodes = ['abcd-efgh-jkmn-pqrs', 'bbcd-efgh-jkmn-pqrs']
const enrolment = {
  secret: 'US3WHSG7X5KAPV27VANWKQHF3SH3HULL',
  uri: 'otpauth://totp/x:13800138000?secret=US3WHSG7X5KAPV27VANWKQHF3SH3HULL&issuer=x',
  expires_at: '2026-11-21T00:15:00Z',
}
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) =>
  (await screen.findByText(name, { selector: '.ant-modal-title' })).closest<HTMLElement>('[role="dialog"]')!

let status: SecondFactorStatus
beforeEach(() => {
  status = off
  mockCall(accountSecurity.get, () => kept)
  mockCall(accountSecurity.sessions, () => [])
  mockCall(secondFactor.get, () => status)
})

describe('decision 101 The second factor on the security page', () => {
  it('is added by scanning and a code, then shows the recovery codes once and asks before they are lost', async () => {
    mockCall(secondFactor.enrol, () => enrolment)
    const confirm = vi.fn(() => ({ recovery_codes: recoveryCodes }))
    mockCall(secondFactor.confirm, ({ body }) => {
      if (body.code !== '123456') throw new RefusedError('bad_factor_code', { errors: { code: ['动态码错误'] } })
      status = on
      return confirm()
    })
    await openApp(page)
    const written: string[] = []
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void written.push(text) } })
    await userEvent.click(await screen.findByRole('button', { name: '开启两步验证' }))
    const enrol = await dialog('开启两步验证')
    expect(within(enrol).getByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
    expect(within(enrol).getByText('US3W HSG7 X5KA PV27 VANW KQHF 3SH3 HULL')).toBeVisible()
    const field = within(enrol).getByLabelText('动态码')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await userEvent.type(field, '000 000')
    await click(/确认开启/)
    expect(await within(enrol).findByText('动态码错误')).toBeInTheDocument()
    await userEvent.clear(within(enrol).getByLabelText('动态码'))
    await userEvent.type(within(enrol).getByLabelText('动态码'), '123456')
    await click(/确认开启/)
    const codes = await dialog('保存恢复码')
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes)
    await click('已保存')
    expect(await screen.findAllByText('还没有保存恢复码')).not.toEqual([])
    await click('返回保存')
    await click(/复\s*制/)
    await click('已保存')
    expect(written).toEqual([recoveryCodes.join('\n')])
    await waitFor(() => expect(screen.queryByText('保存恢复码', { selector: '.ant-modal-title' })).toBeNull())
    expect(await screen.findByText('剩 2 个')).toBeVisible()
    expect(confirm).toHaveBeenCalledOnce()
  })

  it('is removed by a recovery code where the phone is lost', async () => {
    status = on
    mockCall(secondFactor.remove, ({ body }) => {
      expect(body).toEqual({ recovery_code: 'abcdefghjkmnpqrs' })
      status = off
      return null
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '关闭两步验证' }))
    const prove = await dialog('关闭两步验证')
    await userEvent.click(within(prove).getByRole('button', { name: '手机不在身边，用恢复码' }))
    await userEvent.type(within(prove).getByLabelText('恢复码'), 'ABCD-EFGH-JKMN-PQRS')
    await userEvent.click(within(prove).getByRole('button', { name: '关闭两步验证' }))
    expect(await screen.findByText('未开启')).toBeVisible()
  })

  it('is asked of an operator who must have it', async () => {
    status = { ...off, required: true }
    await openApp(page)
    expect(await screen.findByText('运营账号须先开启两步验证，才能使用运营后台')).toBeVisible()
  })

  it('proves identity by a code, for who has it', async () => {
    status = on
    let proved = false
    mockCall(stepUp.prove, ({ body }) => {
      expect(body).toEqual({ code: '123456' })
      proved = true
      return { valid_until: '2026-11-21T00:10:00Z' }
    })
    mockCall(secondFactor.renew_recovery_codes, () => {
      if (!proved) throw new RefusedError('step_up_required')
      return { recovery_codes: recoveryCodes }
    })
    await openApp(page, { user: buildUser({ second_factor: 'on' }) })
    await userEvent.click(await screen.findByRole('button', { name: '更换恢复码' }))
    const prove = await dialog('更换恢复码')
    await userEvent.type(within(prove).getByLabelText('动态码'), '654321')
    await userEvent.click(within(prove).getByRole('button', { name: '更换恢复码' }))
    const identity = await dialog('验证身份')
    await userEvent.click(within(identity).getByText('用动态码'))
    await userEvent.type(within(identity).getByLabelText('动态码'), '123456')
    await userEvent.click(within(identity).getByRole('button', { name: /验\s*证/ }))
    expect(await dialog('保存恢复码')).toBeInTheDocument()
  })
})
