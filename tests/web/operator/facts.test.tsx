import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorFinance } from '#contract/operator/money.ts'
import { type OperatorProduct, operatorProducts } from '#contract/operator/products.ts'
import { type OperatorRealNameDetail, operatorRealNames } from '#contract/operator/real-names.ts'
import { views } from '#contract/views.ts'
import { formatFieldsDiff } from '#src/operator/shared/FieldsDiff.tsx'
import { getAddress } from '#tests/web/support/app.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const at = '2026-11-21T06:00:00Z'
const openAs = (path: string, role: Role, answer: () => void) => openApp(path, { user: buildUser({ role }), answer })

describe('product §10 A figure opens the rows it sums', () => {
  it('what vouchers paid opens payments and refunds, without the grants; what the page itself breaks down opens nothing', async () => {
    await openAs('/operator/finance?period=week', 'operator_finance', () => {
      const owed = [{ account: 'cash' as const, amount: '300.00' }]
      const totals = { revenue: '900.00', by_voucher: '12.00', owed_total: '345.00', receivable: '6.00', debtors: 1 }
      mockCall(operatorFinance.panel, () => ({ at, moved: [], owed, ...totals }))
    })
    const vouchers = await screen.findByRole('link', { name: '¥12.00' })
    expect(vouchers).toHaveAttribute('href', '/operator/ledger?account=voucher&kind=rental&period=week')
    expect(screen.getByText('¥345.00')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: '¥345.00' })).toBeNull()
  })
})

describe('product §10 The audit log opens with what an audit looks at first', () => {
  const asked: (string | undefined)[] = []
  const serveLog = () => {
    asked.length = 0
    mockCall(operatorAudit.list, ({ query }) => {
      asked.push(query.by)
      return { items: [], total: 0 }
    })
  }

  it('the rest is one choice away, and the address keeps it', async () => {
    await openAs('/operator/audit', 'operator_admin', serveLog)
    expect(getAddress()).toBe('/operator/audit?by=notable')
    expect(await screen.findByText('运营操作与安全事件')).toBeInTheDocument()
    expect(asked).toEqual(['notable'])
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: '范围' }))
    await user.click(await screen.findByText('全部操作'))
    expect(getAddress()).toBe('/operator/audit?by=all')
    expect(asked).toEqual(['notable', 'all'])
  })

  it('an address with a filter, and a default view of one’s own, are shown as they are', async () => {
    const { unmount } = await openAs('/operator/audit?keyword=user-7', 'operator_admin', serveLog)
    expect(getAddress()).toBe('/operator/audit?keyword=user-7')
    unmount()
    await openAs('/operator/audit', 'operator_admin', () => {
      serveLog()
      const own = {
        id: 'view-1',
        resource: 'operator-audit',
        name: '今天',
        query: 'period=today',
        density: 'middle' as const,
        created_at: at,
      }
      mockCall(views.list, () => ({ items: [{ ...own, is_default: true }], total: 1 }))
    })
    expect(await screen.findByRole('button', { name: '今天' })).toBeInTheDocument()
    expect(getAddress()).toBe('/operator/audit?period=today')
  })
})

describe('product §10 What an action changed is said in words', () => {
  it('states by their name, amounts with separators; ids, steps and what is empty are left out', () => {
    const before = { state: 'new', assignee_id: '', adjusted: '200.00' }
    const after = { state: 'following', assignee_id: 'user-2', step: 'approve', note: '', adjusted: '1200.00', quota: '20' }
    expect(formatFieldsDiff(before, after)).toBe('累计调整（元） 200.00 → 1,200.00；状态 待联系 → 跟进中；总数量 20')
  })
})

describe('product §10 A case shows what is known of it', () => {
  const company: OperatorRealNameDetail = {
    ...{ id: 'case-1', kind: 'company', status: 'pending', organisation: '北京深鹿科技有限公司', number: '9111****567X' },
    ...{ person: '张*', standing: null, email: null, reason: null, submitted_at: at, decided_at: null, decided_by: null },
    ...{ owner: { id: 'user-7', nickname: '林晓', name: '林*' }, own: false, has_picture: true, twin: false, earlier: [] },
  }
  const openCase = (one: OperatorRealNameDetail) =>
    openAs('/operator/real-names/case-1', 'operator_review', () => {
      mockCall(operatorRealNames.get, () => one)
      mockCall(operatorRealNames.list, () => ({ items: [], total: 0 }))
    })
  const facts = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

  it('before the decision there is none to show, nor what the applicant does not have', async () => {
    await openCase(company)
    expect(await screen.findByText('法定代表人')).toBeInTheDocument()
    for (const absent of ['审核人', '审核时间', '驳回原因', '学校邮箱', '身份']) expect(facts()).not.toContain(absent)
    expect(screen.queryByText('—')).toBeNull()
  })

  it('after it, who decided, when and why', async () => {
    const decided = { decided_at: at, decided_by: { id: 'user-2', nickname: '审核员' }, reason: '照片不清楚' }
    await openCase({ ...company, status: 'refused', ...decided })
    expect(await screen.findByText('照片不清楚')).toBeInTheDocument()
    expect(facts()).toEqual(expect.arrayContaining(['审核人', '审核时间', '驳回原因']))
  })
})

describe('product §10 The versions of a price', () => {
  const product: OperatorProduct = {
    ...{ id: 'product-1', name: 'A100', region_id: 'r1', region_name: '一区', gpu_model: 'A100', vendor: 'nvidia', vram: 80 },
    ...{ fp32: 19.5, fp16: 312, cpu: 14, memory: 120, net_speed: 200, sys_disk: 30, max_gpu_num: 8, sort: 0, on_sale: true },
    ...{ price_version: 1, price_pending: false, gpu_total: 8, gpu_rented: 0, instances: 0, price: null },
  }
  const price = {
    hour: '6.88',
    day: '160.00',
    week: '1050.00',
    hour_origin: '7.00',
    day_origin: '168.00',
    week_origin: '1176.00',
  }

  it('name each figure in its cell, so that a phone shows them as rows and not as a wide table', async () => {
    await openAs('/operator/products/product-1', 'operator_finance', () => {
      mockCall(operatorProducts.get, () => product)
      mockCall(operatorProducts.prices, () => ({
        items: [{ id: 'price-1', version: 1, price, since: at, until: null, orders: 1234, amount: '5678.90' }],
        total: 1,
      }))
    })
    const table = await screen.findByRole('table', { name: '价格版本（元/卡）' })
    const cells = within(table).getAllByRole('cell')
    expect(cells.map((cell) => `${cell.dataset.name} ${cell.textContent}`)).toEqual([
      ...['版本 第 1 版', '生效 2026-11-21 14:00', '失效 现行', '时价 6.88', '日价 160.00', '周价 1,050.00', '时价原价 7.00'],
      ...['订单 1,234', '实付（元） 5,678.90'],
    ])
  })
})
