import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import { type ChangeRequest, operatorChanges } from '#contract/operator/changes.ts'
import { operatorPanel } from '#contract/operator/money.ts'
import { type OperatorProduct, operatorProducts } from '#contract/operator/products.ts'
import { operatorTrends } from '#contract/operator/trends.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { findPageTitle, renderWholeApp } from '#tests/web/support/app.tsx'
import { serveGuards } from '#tests/web/support/guards.ts'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const asked: ChangeRequest = {
  id: 'change-1',
  kind: 'price',
  target_id: 'product-1',
  title: 'A100 调价 ¥6.88 → ¥5.00/卡/小时',
  reason: '季度调价',
  before: { version: '1', hour: '6.88', day: '160.00' },
  after: { hour: '5.00', day: '160.00' },
  status: 'pending',
  requested_by: { id: 'user-2', nickname: '运营' },
  requested_at: '2026-11-21T06:00:00Z',
  decided_by: null,
  decided_at: null,
  note: null,
  own: false,
}
const open = (address: string, role: Role) => renderWholeApp(address, { user: buildUser({ role }) })
const money = { at: '2026-11-21T06:00:00Z', burn_hour: '4.56', revenue_today: '12.00', revenue_week: '34.00', arrears: '-1.00' }

function serveTrends() {
  mockCall(operatorTrends.fleet, () => ({ models: [], recorded_since: null, days: [] }))
  mockCall(operatorTrends.money, () => ({ series: [], days: [] }))
}

function serveStock() {
  const gpus = [{ region_id: 'r1', region_name: '一区', gpu_model: 'A100', total: 8, rented: 5, free: 2, closed: 1 }]
  const smsCodes = { by_known: 12, by_visitors: 1230, visitors_max: 4000, budget: 5000 }
  mockCall(operatorPanel.stock, () => ({ gpus, instances: [{ status: 2, count: 3 }], sms_codes: smsCodes }))
  serveTrends()
}

describe('product §10 The back office', () => {
  it.each(['/operator', '/operator/users', '/operator/nowhere'])(
    'is closed to users at %s, who keep their own menu',
    async (page) => {
      serveGuards()
      open(page, 'user')
      await findPageTitle('没有权限执行此操作')
      expect(screen.queryByText('运营后台', { selector: 'strong' })).not.toBeInTheDocument()
      expect(screen.getByRole('link', { name: '容器实例' })).toBeInTheDocument()
    },
  )

  it('begins with the panel, and says where one is and as what', async () => {
    serveStock()
    mockCall(operatorPanel.money, () => ({ ...money, liabilities: '500.00' }))
    open('/operator', 'operator_finance')
    await findPageTitle('工作台')
    expect(screen.getByText('运营后台', { selector: 'strong' })).toBeInTheDocument()
    expect(within(screen.getByRole('complementary', { name: '运营后台' })).getByText('财务')).toBeInTheDocument()
    expect(
      await screen.findByText(/短信验证码 1,242 条，每日上限 5,000 条；其中未登录的 1,230 条，上限 4,000 条/),
    ).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: '¥12.00' })).toHaveAttribute(
      'href',
      '/operator/ledger?account=revenue&period=today',
    )
    const row = screen.getByRole('row', { name: /A100/ })
    expect(within(row).getByRole('link', { name: '1' })).toHaveAttribute(
      'href',
      '/operator/gpus?region_id=r1&gpu_model=A100&state=closed',
    )
  })

  it('shows each role its own entries, and no money to those who have nothing to do with it', async () => {
    serveStock()
    open('/operator/panel', 'operator_support')
    await screen.findByRole('row', { name: /A100/ })
    for (const name of ['用户', '全部实例', '主机']) expect(screen.getByRole('link', { name })).toBeInTheDocument()
    for (const name of ['总账', '全部订单', '基础镜像', '审计日志'])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument()
    expect(screen.queryByText('今日收入')).not.toBeInTheDocument()
  })

  it('shows before and after of a change, and offers a decision to others than who asked', async () => {
    const sent: unknown[] = []
    mockCall(operatorChanges.list, () => ({
      items: [asked, { ...asked, id: 'change-2', title: '自己的', own: true }],
      total: 2,
    }))
    mockCall(operatorChanges.reject, ({ params, body }) => {
      sent.push([params.id, body])
      return { ...asked, status: 'rejected' as const }
    })
    open('/operator/changes', 'operator_finance')
    const [first] = await screen.findAllByRole('row', { name: /季度调价/ })
    if (!first) throw new Error('no change is shown')
    expect(within(first).getByText('6.88')).toBeInTheDocument()
    expect(within(first).queryByText('160.00')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '批准 自己的' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: '撤回 自己的' })).toBeInTheDocument()
    const person = userEvent.setup()
    await person.click(screen.getByRole('button', { name: `驳回 ${asked.title}` }))
    const dialog = await screen.findByRole('dialog')
    await person.click(within(dialog).getByRole('button', { name: '驳回' }))
    expect(await within(dialog).findByText('请写明原因')).toBeInTheDocument()
    expect(sent).toEqual([])
    await person.type(within(dialog).getByLabelText('意见'), '与公告不一致')
    await person.click(within(dialog).getByRole('button', { name: '驳回' }))
    await waitFor(() => expect(sent).toEqual([['change-1', { note: '与公告不一致' }]]))
  })

  it('says what freezing does before it is done', async () => {
    const user = {
      id: 'user-9',
      uuid: '7f3c1d9e-2b44-4c1a-9a55-0f6f5f1f2a19',
      nickname: '矿工',
      phone: '138****0009',
      account_type: 'main' as const,
      role: 'user' as const,
      verified: true,
      frozen_at: null,
      frozen_reason: null,
      balance: '1.00',
      instances: 1,
      running: 1,
      created_at: '2026-11-01T00:00:00Z',
    }
    mockCall(operatorUsers.list, () => ({ items: [user], total: 1 }))
    open('/operator/users', 'operator_support')
    const person = userEvent.setup()
    await person.click(await screen.findByRole('button', { name: '冻结 矿工' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent(/结束全部登录.*数据、余额和账单都保留/)
    expect(screen.queryByRole('button', { name: '变更角色 矿工' })).not.toBeInTheDocument()
  })

  it('requirements §9 proposes 2.28, 54.72 and 383.04 as the list prices of a product without a price', async () => {
    const unpriced: OperatorProduct = {
      ...{ id: 'product-1', name: 'A100', region_id: 'r1', region_name: '一区', gpu_model: 'A100', vendor: 'nvidia', vram: 80 },
      ...{ fp32: 19.5, fp16: 312, cpu: 14, memory: 120, net_speed: 200, sys_disk: 30, max_gpu_num: 8, sort: 0, on_sale: false },
      ...{ price: null, price_version: 0, price_pending: false, gpu_total: 8, gpu_rented: 0, instances: 0 },
    }
    mockCall(operatorProducts.list, () => ({ items: [unpriced], total: 1 }))
    open('/operator/products', 'operator_admin')
    const person = userEvent.setup()
    await person.click(await screen.findByRole('button', { name: /^申请调价 A100/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText('时价原价（元/卡）')).toHaveValue('2.28')
    expect(within(dialog).getByLabelText('日价原价（元/卡）')).toHaveValue('54.72')
    expect(within(dialog).getByLabelText('周价原价（元/卡）')).toHaveValue('383.04')
    expect(within(dialog).getByLabelText('时价（元/卡）')).toHaveValue('')
  })
})
