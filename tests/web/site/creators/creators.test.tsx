import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { creatorIncome } from '#contract/creator-income.ts'
import { creators } from '#contract/creators.ts'
import type { EndpointData } from '#contract/endpoint.ts'
// the page loads it lazily; here it is ready before the clock of the first test runs
import '#src/site/community/creator/MyCreatorStanding.tsx'
import '#src/site/community/creator/requests.ts'
import { findPageTitle, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

type Standing = EndpointData<typeof creators.detail>
const at = '2026-11-01T02:00:00.000Z'
const application = {
  id: 'creator-1',
  state: 'pending',
  introduction: '三年大模型微调经验',
  field: 'training',
  links: [] as string[],
  reason: null,
  submitted_at: at,
  decided_at: null,
  revoked_at: null,
  revoked_reason: null,
} as const
const aStanding = (part: Partial<Standing> = {}): Standing => ({
  state: 'none',
  is_creator: false,
  real_name_passed: true,
  history: [],
  ...part,
})
const version = {
  version_id: 'version-1',
  image: '推理环境',
  version: '1.0',
  price_hour: '0.50',
  consumers: 2,
  seconds: 7262,
  amount: '1.00',
}
const statement = {
  id: 'statement-1',
  month: '2026-10',
  state: 'posted',
  amount: '24.00',
  pending: '0.00',
  consumers: 1,
  lines: 1,
  settled_at: at,
  posted_at: at,
} as const

beforeEach(() => {
  mockCall(creatorIncome.summary, () => ({
    month: '2026-11',
    estimate: '1.00',
    pending: '3.20',
    versions: [version],
    settled: '0.00',
    posted: '24.00',
    income_balance: '26.50',
    share_percent: 100,
    next_statement_at: at,
  }))
  mockCall(creatorIncome.statements, () => ({ items: [statement], total: 1 }))
  mockCall(creatorIncome.statement, () => ({ ...statement, versions: [version] }))
  mockCall(creatorIncome.lines, () => ({
    items: [
      {
        id: '1',
        source: 'order' as const,
        image: '推理环境',
        version: '1.0',
        consumer: '陈** 1a2b',
        from: at,
        to: at,
        seconds: 86_400,
        price_hour: '1.00',
        whole: '78.72',
        cash: '39.36',
        earned: '43200000000',
        amount: '12.00',
        pending: false,
        released_at: null,
      },
    ],
    total: 1,
  }))
})

async function open(standing: Standing) {
  mockCall(creators.detail, () => standing)
  renderWholeApp('/community/creative-income')
  await findPageTitle('创作收益')
}

describe('requirements §7 Applying as a creator', () => {
  it('says at each field what is missing, then sends the form and shows that it waits', async () => {
    const sent: unknown[] = []
    mockCall(creators.apply, ({ body }) => {
      sent.push(body)
      return aStanding({ state: 'pending', history: [application] })
    })
    await open(aStanding())
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '申请成为创作者' }))
    await user.click(screen.getByRole('button', { name: '提交申请' }))
    expect(await screen.findByText('介绍至少 20 个字')).toBeInTheDocument()
    expect(await screen.findByText('请选择方向')).toBeInTheDocument()
    expect(await screen.findByText('请先同意创作者规则')).toBeInTheDocument()
    expect(sent).toEqual([])
    await user.selectOptions(screen.getByLabelText('方向'), 'training')
    const introduction = '三年大模型微调经验，打算发布装好评测工具的镜像并持续更新'
    await user.type(screen.getByLabelText(/^介绍/), introduction)
    await user.type(screen.getByLabelText(/^链接/), 'https://github.com/example')
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: '提交申请' }))
    expect(await screen.findByText('申请正在审核')).toBeInTheDocument()
    expect(sent).toEqual([{ introduction, field: 'training', links: ['https://github.com/example'], agreement: true }])
  })

  it('leads to the real name first, and shows why an application was refused', async () => {
    const refused = { ...application, state: 'refused', reason: '请补充链接', decided_at: at } as const
    await open(aStanding({ state: 'refused', real_name_passed: false, history: [refused] }))
    expect(await screen.findByText(/请补充链接/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '去实名认证' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '申请成为创作者' })).toBeNull()
  })
})

describe('product §7 /community/creative-income of a creator', () => {
  const approved = aStanding({ state: 'approved', is_creator: true, history: [{ ...application, state: 'approved' }] })

  it('shows this month, what was posted, and each statement down to the stretches of use', async () => {
    await open(approved)
    expect(await screen.findByText('本月至今（预估）')).toBeInTheDocument()
    expect(screen.getByText(/付清之后自动入账/)).toBeInTheDocument()
    expect(screen.getByText('¥26.50')).toBeInTheDocument()
    expect(screen.getByText('2 小时 1 分 2 秒')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '提现收益' })).toHaveAttribute('href', '/console/cost/withdrawal/create')
    const month = await screen.findByRole('button', { name: '2026-10' })
    expect(month).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(month)
    expect(await screen.findByText('陈** 1a2b')).toBeInTheDocument()
    const [, lines] = within(month.closest('li')!).getAllByRole('table')
    expect(within(lines!).getByRole('row', { name: /39.36 \/ 78.72/ })).toHaveTextContent('12.00')
  })

  it('teaches the way to a first statement', async () => {
    mockCall(creatorIncome.statements, () => ({ items: [], total: 0 }))
    await open(approved)
    expect(await screen.findByText('还没有对账单')).toBeInTheDocument()
    expect(screen.getByText(/次月初这里就会出现那个月的对账单/)).toBeInTheDocument()
  })

  it('says what did not load, and asks again', async () => {
    let down = true
    mockCall(creatorIncome.statements, () => ({ items: [{ ...statement, id: 'statement-2', month: '2026-09' }], total: 1 }))
    mockCall(creatorIncome.statement, () => {
      if (down) throw new RefusedError('internal')
      return { ...statement, id: 'statement-2', versions: [version] }
    })
    await open(approved)
    await userEvent.click(await screen.findByRole('button', { name: '2026-09' }))
    const again = await screen.findByRole('button', { name: '重试' })
    down = false
    await userEvent.click(again)
    expect(await screen.findByRole('table', { name: '按版本' })).toBeInTheDocument()
  })
})
