import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { certification } from '#contract/certification.ts'
import type { ResultCodeName } from '#contract/codes.ts'
import { resultCodes } from '#contract/codes.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import '#src/features/verification/CertificationDetails.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

type RealName = EndpointData<typeof users.get_real_name>

const page = '/console/account/certification-details'
const idNumber = '11010519491231002X'
const nobody: RealName = { passed: 'F', kind: null, name: null, id_number: null, verified_at: null, review: null }
const masked: RealName = {
  passed: 'T',
  kind: 'personal',
  name: '林*',
  id_number: '1****************X',
  verified_at: '2026-11-21T06:05:00Z',
  review: null,
}
const stranger = buildUser({ real_name: { passed: 'F', name: null } })

const nameField = () => screen.findByRole('textbox', { name: '真实姓名' })
const numberField = () => screen.getByRole('textbox', { name: '身份证号' })
const consent = () => screen.getByRole('checkbox', { name: /我同意平台处理/ })
const submit = () => userEvent.click(screen.getByRole('button', { name: '提交认证' }))
const fill = async (name: string, number: string) => {
  await userEvent.type(await nameField(), name)
  await userEvent.type(numberField(), number)
}

beforeEach(() => {
  mockCall(users.get_real_name, () => nobody)
  mockCall(certification.get, () => null)
})

describe('§5 Real name: rules', () => {
  it('asks for name, number and consent with the exact words, and sends nothing', async () => {
    await openApp(page, { user: stranger })
    await nameField()
    await submit()
    for (const words of ['请输入真实姓名', '请输入身份证号！', '请同意处理身份信息']) {
      expect(await screen.findByText(words)).toBeInTheDocument()
    }
  })

  it.each([
    ['110105194912310021', 'wrong checksum'],
    ['99010519491231002X', 'unknown province'],
    ['11010519491331002X', 'no such month'],
    ['1101051949123100', 'too short'],
  ])('refuses %s: %s', async (number) => {
    await openApp(page, { user: stranger })
    await nameField()
    await userEvent.type(numberField(), number)
    await userEvent.tab()
    expect(await screen.findByText('请输入正确的身份证号！')).toBeInTheDocument()
  })

  it('refuses a name that is not written as on the card', async () => {
    await openApp(page, { user: stranger })
    await userEvent.type(await nameField(), 'Lin Xiao')
    await userEvent.tab()
    expect(await screen.findByText('请输入身份证上的中文姓名')).toBeInTheDocument()
  })

  it('turns x into X, and drops spaces and full-width digits', async () => {
    await openApp(page, { user: stranger })
    await nameField()
    await userEvent.type(numberField(), '110105 19491231 ００2x')
    expect(numberField()).toHaveValue(idNumber)
  })
})

describe('product §6 Real name: consent of its own', () => {
  it('is not ticked beforehand, and nothing is sent without it', async () => {
    let calls = 0
    mockCall(users.verify_real_name, () => {
      calls += 1
      return masked
    })
    await openApp(page, { user: stranger })
    await fill('林晓', idNumber)
    expect(consent()).not.toBeChecked()
    await submit()
    expect(await screen.findByText('请同意处理身份信息')).toBeInTheDocument()
    expect(calls).toBe(0)
  })
})

describe('product §6 Real name: sub-accounts', () => {
  it('are verified by their master: no form is shown to them', async () => {
    await openApp(page, { user: { ...stranger, account_type: 'sub' } })
    expect(await screen.findByText('由主账号认证')).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('product §6 Real name: refusals', () => {
  it.each<ResultCodeName>(['real_name_taken', 'real_name_mismatch', 'under_age'])(
    'shows %s at the number and keeps all that was typed',
    async (refusal) => {
      mockCall(users.verify_real_name, () => {
        throw new RefusedError(refusal)
      })
      await openApp(page, { user: stranger })
      await fill('林晓', idNumber)
      await userEvent.click(consent())
      await submit()
      const words = await screen.findByText(resultCodes[refusal].message, { selector: '.ant-form-item *' })
      expect(words.closest('.ant-form-item')).toContainElement(numberField())
      await waitFor(() => expect(numberField()).toHaveFocus())
      expect(await nameField()).toHaveValue('林晓')
      expect(numberField()).toHaveValue(idNumber)
      expect(consent()).toBeChecked()
    },
  )

  it('toasts what is about no field, once, and keeps what was typed', async () => {
    mockCall(users.verify_real_name, () => {
      throw new RefusedError('too_many_attempts')
    })
    await openApp(page, { user: stranger })
    await fill('林晓', idNumber)
    await userEvent.click(consent())
    await submit()
    expect(await screen.findAllByText(resultCodes.too_many_attempts.message)).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(numberField()).toHaveValue(idNumber)
  })

  it('repeats the key of the intent when the answer got lost', async () => {
    const keys: (string | null)[] = []
    mswServer.use(
      http.post(`*${users.verify_real_name.path}`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        if (keys.length < 2) return HttpResponse.error()
        return HttpResponse.json({ code: '0', success: true, message: '实名认证已通过', data: masked })
      }),
    )
    await openApp(page, { user: stranger })
    await fill('林晓', idNumber)
    await userEvent.click(consent())
    await submit()
    await screen.findByText('网络连接失败，请检查网络后重试')
    await submit()
    await screen.findByText(masked.name ?? '')
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })
})

describe('product §6 Real name: the answer', () => {
  it('shows the masked identity, never what was typed, and loads the user anew', async () => {
    mockCall(users.verify_real_name, () => masked)
    const { userLoads } = await openApp(`${page}?return=%2Fcreate-instance`, { user: stranger })
    await fill('林晓', idNumber)
    await userEvent.click(consent())
    const before = userLoads()
    await submit()
    expect(await screen.findByText('林*')).toBeVisible()
    expect(screen.getByText('1****************X')).toBeVisible()
    expect(document.body).not.toHaveTextContent(idNumber)
    expect(document.body).not.toHaveTextContent('林晓')
    await waitFor(() => expect(userLoads()).toBe(before + 1))
    expect(screen.getByRole('link', { name: '继续创建实例' })).toHaveAttribute('href', '/create-instance')
  })

  it('never leads to another origin', async () => {
    mockCall(users.get_real_name, () => masked)
    await openApp(`${page}?return=${encodeURIComponent('//evil.example/x')}`)
    expect(await screen.findByRole('link', { name: '去选算力' })).toHaveAttribute('href', '/market')
  })

  it('shows an identity that was verified in another tab meanwhile', async () => {
    let done = false
    mockCall(users.get_real_name, () => (done ? masked : nobody))
    mockCall(users.verify_real_name, () => {
      done = true
      throw new RefusedError('real_name_done')
    })
    await openApp(page, { user: stranger })
    await fill('林晓', idNumber)
    await userEvent.click(consent())
    await submit()
    expect(await screen.findByText('1****************X')).toBeVisible()
  })

  it('says that a reviewer checks it, and later why it was refused', async () => {
    const submittedAt = '2026-11-21T06:05:00Z'
    let now: RealName = {
      ...nobody,
      name: '林*',
      id_number: masked.id_number,
      review: { status: 'pending', reason: null, submitted_at: submittedAt },
    }
    mockCall(users.get_real_name, () => now)
    const { unmount } = await openApp(page, { user: stranger })
    expect(await screen.findByText('待审核')).toBeVisible()
    expect(screen.getByText(/审核人员正在核对/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '提交认证' })).toBeNull()
    unmount()
    now = { ...now, review: { status: 'refused', reason: '姓名不符', submitted_at: submittedAt } }
    await openApp(page, { user: stranger })
    expect(await screen.findByText('上次提交被驳回：姓名不符')).toBeVisible()
    expect(screen.getByRole('button', { name: '提交认证' })).toBeEnabled()
  })
})
