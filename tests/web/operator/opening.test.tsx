import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import { type OpeningStep, type OpeningStepRow, openingSteps, operatorOpening } from '#contract/operator/opening.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const buildRows = (changed: Partial<Record<OpeningStep, Partial<OpeningStepRow>>> = {}): OpeningStepRow[] =>
  (Object.keys(openingSteps) as OpeningStep[]).map((step) => ({
    step,
    state: 'todo',
    note: `${step} 的说明`,
    testable: ['sms', 'mail', 'identity', 'wechat', 'llm'].includes(step),
    test: null,
    callbacks: [],
    ...changed[step],
  }))

const open = (role: Role, rows: OpeningStepRow[]) =>
  openApp('/operator/opening', { user: buildUser({ role }), answer: () => mockCall(operatorOpening.get, () => rows) })
const findStep = async (name: string) => (await screen.findByText(name, { selector: 'strong' })).closest('li')!

describe('decision 110 The opening checklist', () => {
  it('says how far one is, and leads to where each step is done', async () => {
    await open('operator_admin', buildRows({ region: { state: 'done' }, brand: { state: 'skipped' } }))
    expect(await screen.findByText('13 步中已有 2 步完成或跳过')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: '开业进度' })).toHaveAttribute('aria-valuenow', '15')
    expect(within(await findStep('主机')).getByRole('link', { name: '去主机' })).toHaveAttribute('href', '/operator/hosts')
    expect(within(await findStep('收款')).getByRole('link')).toHaveAttribute('href', '/recharge?amount=0.01')
    expect(within(await findStep('地域')).queryByRole('button')).not.toBeInTheDocument()
  })

  it('skips a step and takes it up again, each shown at once', async () => {
    await open('operator_admin', buildRows())
    const asked: string[] = []
    mockCall(operatorOpening.skip, ({ body }) => {
      asked.push(body.step)
      return buildRows({ [body.step]: { state: 'skipped' } })
    })
    await userEvent.setup().click(within(await findStep('镜像')).getByRole('button', { name: '跳过' }))
    expect(await within(await findStep('镜像')).findByText('已跳过')).toBeInTheDocument()
    mockCall(operatorOpening.resume, () => buildRows())
    await userEvent.setup().click(within(await findStep('镜像')).getByRole('button', { name: '不再跳过' }))
    expect(await within(await findStep('镜像')).findByText('待完成')).toBeInTheDocument()
    expect(asked).toEqual(['image'])
  })

  it('tries the SMS provider and shows what it said', async () => {
    await open('operator_admin', buildRows())
    const test = { at: '2026-11-28T02:00:00Z', ok: false, answer: '阿里云短信（isv.AMOUNT_NOT_ENOUGH）：余额不足' }
    mockCall(operatorOpening.test_sms, () => buildRows({ sms: { test } }))
    await userEvent.setup().click(within(await findStep('短信')).getByRole('button', { name: '给我发一条短信' }))
    expect(
      await within(await findStep('短信')).findByText(/测试失败：阿里云短信（isv.AMOUNT_NOT_ENOUGH）：余额不足/),
    ).toBeInTheDocument()
  })

  it('wants a proper address for a test mail, and keeps what was typed', async () => {
    await open('operator_admin', buildRows())
    const sent: string[] = []
    mockCall(operatorOpening.test_mail, ({ body }) => {
      sent.push(body.email)
      return buildRows({ mail: { test: { at: '2026-11-28T02:00:00Z', ok: true, answer: '邮件服务器已接受' } } })
    })
    const user = userEvent.setup()
    const row = within(await findStep('邮件'))
    await user.type(row.getByLabelText('收件邮箱'), 'ops')
    await user.click(row.getByRole('button', { name: '发测试邮件' }))
    expect(await row.findByRole('alert')).toHaveTextContent('请输入正确的邮箱地址')
    expect(row.getByLabelText('收件邮箱')).toHaveValue('ops')
    await user.type(row.getByLabelText('收件邮箱'), '@example.cn{Enter}')
    expect(await row.findByText(/测试成功：邮件服务器已接受/)).toBeInTheDocument()
    expect(sent).toEqual(['ops@example.cn'])
  })

  it('asks for a name and a number to test the authority, and leaves neither on the screen', async () => {
    await open('operator_admin', buildRows())
    const sent: unknown[] = []
    mockCall(operatorOpening.test_identity, ({ body }) => {
      sent.push(body)
      return buildRows({ identity: { test: { at: '2026-11-28T02:00:00Z', ok: true, answer: '接口可用：姓名与号码一致' } } })
    })
    const user = userEvent.setup()
    const row = within(await findStep('实名核验'))
    await user.type(row.getByLabelText('姓名'), '张三')
    await user.click(row.getByRole('button', { name: '核验一次' }))
    expect(await row.findByRole('alert')).toHaveTextContent('身份证号')
    await user.type(row.getByLabelText('身份证号'), '11010519491231002X')
    await user.click(row.getByRole('button', { name: '核验一次' }))
    expect(await row.findByText(/测试成功：接口可用/)).toBeInTheDocument()
    expect(sent).toEqual([{ name: '张三', id_number: '11010519491231002X' }])
    await waitFor(() => expect(row.getByLabelText('身份证号')).toHaveValue(''))
  })

  it('asks the model that is typed, or the first', async () => {
    await open('operator_admin', buildRows())
    const sent: unknown[] = []
    mockCall(operatorOpening.test_llm, ({ body }) => {
      sent.push(body.model)
      return buildRows({ llm: { test: { at: '2026-11-28T02:00:00Z', ok: true, answer: '已应答' } } })
    })
    const row = within(await findStep('大模型'))
    await userEvent.click(row.getByRole('button', { name: '问一次' }))
    await row.findByText(/已应答/)
    await userEvent.type(row.getByLabelText('模型名（可不填）'), 'qwen{Enter}')
    await waitFor(() => expect(sent).toEqual([undefined, 'qwen']))
  })

  it('may be read by every operator, and changed by administrators only', async () => {
    await open('operator_support', buildRows())
    expect(within(await findStep('短信')).queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '跳过' })).not.toBeInTheDocument()
  })
})
