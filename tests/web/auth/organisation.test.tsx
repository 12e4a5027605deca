import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { directories } from '#contract/directories.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { users } from '#contract/users.ts'
import '#src/auth/organisation/OrganisationReturnPage.tsx'
import '#src/auth/organisation/OrganisationSignInPage.tsx'
import '#src/auth/organisation/OrganisationsPage.tsx'
import { paths } from '#src/paths.ts'
import { organisationVisits } from '#src/session/organisation-visits.ts'
import { session } from '#src/session/session.ts'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const tokens = { access: 'access', refresh: 'refresh', userId: 'user-1' }
const school = { slug: 'school', name: '示例大学', kind: 'oidc' } as const
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString()
const open = (address: string) => renderWholeApp(address, { user: null })

/** Opens the page that the provider sends the browser back to. */
function comeBack(query: string) {
  history.replaceState(null, '', `${paths.organisationReturn}?${query}`)
  open(`${paths.organisationReturn}?${query}`)
}

beforeEach(() => {
  localStorage.clear()
  mockCall(users.get, () => buildUser())
})

describe('decision 113 Choosing an organisation', () => {
  it('lists those that are shown, and finds others by their code', async () => {
    mockCall(directories.list, () => [school])
    mockCall(directories.get, ({ params }) => ({ ...school, slug: params.slug, name: '另一所大学' }))
    open(paths.organisations('/market'))
    expect(await screen.findByRole('link', { name: '示例大学' })).toHaveAttribute('href', '/sso/school?url=%2Fmarket')
    await userEvent.type(screen.getByLabelText('组织代码'), 'Other School')
    await userEvent.click(screen.getByRole('button', { name: '下一步' }))
    expect(screen.getByText('组织代码为 1-32 位小写字母、数字或连字符')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('组织代码'))
    await userEvent.type(screen.getByLabelText('组织代码'), 'other')
    await userEvent.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByRole('heading', { name: '另一所大学' })).toBeVisible()
  })
})

describe('decision 113 Signing in by a user name and a password of the organisation', () => {
  beforeEach(() => mockCall(directories.get, () => ({ ...school, kind: 'ldap' as const })))

  it('shows a refusal at its field and keeps what was typed', async () => {
    mockCall(directories.sign_in, ({ body }) => {
      if (body.password !== 'right') throw new RefusedError('bad_credentials', { errors: { password: ['用户名或密码错误'] } })
      return tokens
    })
    open(paths.organisation('school'))
    await userEvent.click(await screen.findByRole('button', { name: '登录' }))
    expect(screen.getByText('请输入用户名')).toBeVisible()
    await userEvent.type(screen.getByLabelText('用户名'), 'zhang')
    await userEvent.type(screen.getByLabelText('密码'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: '登录' }))
    expect((await screen.findAllByText('用户名或密码错误')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('用户名')).toHaveValue('zhang')
    await userEvent.clear(screen.getByLabelText('密码'))
    await userEvent.type(screen.getByLabelText('密码'), 'right')
    await userEvent.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(session.token()?.userId).toBe('user-1'))
  })

  it('goes on to the second step of who has one', async () => {
    mockCall(directories.sign_in, () => {
      throw new RefusedError('second_factor_required', { ticket: { token: 'ticket', expires_at: inTenMinutes() } })
    })
    const codes: unknown[] = []
    mockCall(secondFactor.sign_in, ({ body }) => {
      codes.push(body)
      return tokens
    })
    open(paths.organisation('school'))
    await userEvent.type(await screen.findByLabelText('用户名'), 'zhang')
    await userEvent.type(screen.getByLabelText('密码'), 'right')
    await userEvent.click(screen.getByRole('button', { name: '登录' }))
    await userEvent.type(await screen.findByLabelText('动态码'), '123456')
    await userEvent.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(codes).toEqual([{ ticket: 'ticket', code: '123456' }]))
  })
})

describe('decision 113 Coming back from the organisation', () => {
  const visit = { url: 'https://sso.school.cn/login?state=s-1', browser: 'b-1', expires_at: inTenMinutes() }

  it('finishes the sign-in that this browser has begun, once, and leaves nothing in the address', async () => {
    organisationVisits.begin(visit, { purpose: 'sign_in', url: '/console/overview' })
    const sent: unknown[] = []
    mockCall(directories.finish, ({ body }) => {
      sent.push(body)
      return tokens
    })
    comeBack('code=c-1&state=s-1')
    await waitFor(() => expect(session.token()?.userId).toBe('user-1'))
    expect(sent).toEqual([{ state: 's-1', browser: 'b-1', answer: 'code=c-1&state=s-1' }])
    expect(organisationVisits.take('s-1')).toBeUndefined()
  })

  it('knows the way of CAS, whose state is within the address of our page', () => {
    const service = encodeURIComponent('https://site.cn/sso/callback?state=s-2')
    organisationVisits.begin({ ...visit, url: `https://cas.cn/login?service=${service}` }, { purpose: 'sign_in', url: null })
    expect(organisationVisits.take('s-2')).toMatchObject({ browser: 'b-1' })
  })

  it('sends nothing that this browser has not begun', async () => {
    const finish = vi.fn(() => tokens)
    mockCall(directories.finish, finish)
    comeBack('code=c-1&state=of-somebody-else')
    expect(await screen.findByText(resultCodes.directory_visit_gone.message)).toBeVisible()
    expect(finish).not.toHaveBeenCalled()
    expect(screen.getByRole('link', { name: '重新登录' })).toHaveAttribute('href', paths.organisations())
  })

  it('says why the organisation has refused', async () => {
    organisationVisits.begin(visit, { purpose: 'sign_in', url: null })
    mockCall(directories.finish, () => {
      throw new RefusedError('directory_no_project')
    })
    comeBack('code=c-1&state=s-1')
    expect(await screen.findByText(resultCodes.directory_no_project.message)).toBeVisible()
  })
})
