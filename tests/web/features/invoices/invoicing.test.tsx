import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { type InvoiceableSummary, invoices } from '#contract/invoices.ts'
import '#src/features/invoices/request/Invoicing.tsx'
import { clearInvoiceDraft } from '#src/features/invoices/request/invoice-draft.ts'
import '#src/admin/form/ResourceCreatePage.tsx'
import '#src/features/invoices/emails/invoice-emails.resource.tsx'
import '#src/features/invoices/InvoiceShow.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { sampleInvoiceDetail, sampleInvoiceTitle } from './detail.ts'

type Item = z.input<typeof InvoiceableSummary>['items'][number]
const anItem = (change: Partial<Item>): Item => ({
  id: 'order:order-1',
  kind: 'order',
  title: '创建实例 训练',
  account: null,
  amount: '54.72',
  refunded: '0.00',
  at: '2026-10-12T02:00:00Z',
  day: '2026-10-12',
  ready: true,
  confirmed_at: '2026-10-19T02:00:00Z',
  ...change,
})
const items = [
  anItem({}),
  anItem({ id: 'usage:user-1:2026-10-13', kind: 'usage', title: '按量费用', amount: '9.00', day: '2026-10-13' }),
  anItem({ id: 'order:order-2', title: '创建实例 推理', amount: '0.50', day: '2026-11-02' }),
  anItem({
    id: 'order:order-3',
    title: '续费 训练',
    amount: '20.00',
    day: '2026-11-20',
    ready: false,
    confirmed_at: '2026-11-27T02:00:00Z',
  }),
]
const sums = {
  consumed: '84.22',
  refunded: '0.00',
  invoiced: '0.00',
  beyond: '0.00',
  uncovered: '0.00',
  ready: '64.22',
  waiting: '20.00',
}
const email = { id: 'email-1', email: 'a@example.cn', verified: true, is_default: true, created_at: '2026-10-01T00:00:00Z' }

beforeEach(() => {
  clearInvoiceDraft()
  mockCall(invoices.invoiceable, () => ({ ...sums, items }))
  mockCall(invoiceTitles.list, () => ({ items: [sampleInvoiceTitle], total: 1 }))
  mockCall(invoiceEmails.list, () => ({ items: [email], total: 1 }))
  mockCall(invoices.get, () => sampleInvoiceDetail)
})

const open = () => openApp('/console/cost/invoicing')
const summary = () => within(screen.getByRole('complementary', { name: '开票摘要' }))
const tick = async (name: RegExp) => userEvent.click(await screen.findByRole('checkbox', { name }))

describe('product §5 Choosing what to invoice', () => {
  it('sums up what is ticked, in figures and capitals, and offers what is not confirmed for later only', async () => {
    await open()
    await tick(/2026 年 10 月/)
    expect(summary().getByText('¥63.72')).toBeInTheDocument()
    expect(summary().getByText('陆拾叁圆柒角贰分')).toBeInTheDocument()
    const waiting = screen.getByRole('checkbox', { name: /续费 训练.*将于 2026-11-27 10:00 确认/ })
    expect(waiting).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: '选择全部可开的' }))
    expect(summary().getByText('¥64.22')).toBeInTheDocument()
  })

  it('says why less than 1 yuan cannot be sent', async () => {
    await open()
    await tick(/创建实例 推理/)
    expect(summary().getByText('开票金额至少 1 元，请再选一些项目。')).toBeInTheDocument()
    expect(summary().getByRole('button', { name: /提交申请/ })).toBeDisabled()
  })

  it('shows how the amount follows from what was spent', async () => {
    await open()
    const reasons = await screen.findByRole('table', { name: '可开票金额的由来' })
    const lines = within(reasons)
      .getAllByRole('row')
      .map((row) => [row.firstElementChild?.firstChild?.textContent, row.lastElementChild?.textContent])
    expect(lines).toEqual([
      ['现金消费', '¥84.22'],
      ['账单待确认', '−¥20.00'],
      ['现在可开', '¥64.22'],
    ])
    expect(reasons).toHaveTextContent('最早 2026-11-27 10:00')
    expect(within(reasons).getByRole('link', { name: '现金消费' })).toHaveAttribute('href', '/console/cost/consumption')
  })

  it('teaches the next step where nothing has been spent', async () => {
    const zero = Object.fromEntries(Object.keys(sums).map((name) => [name, '0.00'])) as typeof sums
    mockCall(invoices.invoiceable, () => ({ ...zero, items: [] }))
    await open()
    expect(await screen.findByText('还没有可以开票的消费')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '去算力市场' })).toBeInTheDocument()
  })
})

describe('product §5 Asking for an invoice', () => {
  it('sends what was confirmed, and leads to the invoice', async () => {
    const sent: unknown[] = []
    mockCall(invoices.create, ({ body }) => {
      sent.push(body)
      return sampleInvoiceDetail
    })
    await open()
    await tick(/2026 年 10 月/)
    await userEvent.type(screen.getByRole('textbox', { name: '备注' }), '课题')
    await userEvent.click(summary().getByRole('button', { name: /提交申请/ }))
    expect(await screen.findByRole('heading', { name: /张三的发票/ })).toBeInTheDocument()
    const itemIds = ['order:order-1', 'usage:user-1:2026-10-13']
    expect(sent).toEqual([
      { kind: 'normal', title_id: 'title-1', item_ids: itemIds, amount: '63.72', emails: ['a@example.cn'], remark: '课题' },
    ])
    expect(screen.getByText('审核')).toBeInTheDocument()
  })

  it('keeps everything when it is refused, and says so at the place', async () => {
    mockCall(invoices.create, () => {
      throw new RefusedError('invoice_title_unfit', { errors: { title_id: ['个人只能开普通发票'] } })
    })
    await open()
    await tick(/2026 年 10 月/)
    await userEvent.click(screen.getByText('增值税专用发票'))
    await userEvent.type(screen.getByRole('textbox', { name: '备注' }), '课题')
    await userEvent.click(summary().getByRole('button', { name: /提交申请/ }))
    expect(await screen.findByText('个人只能开普通发票')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: '备注' })).toHaveValue('课题')
    expect(summary().getByText('¥63.72')).toBeInTheDocument()
  })

  it('repeats the key when the answer got lost', async () => {
    const keys: (string | null)[] = []
    mockCall(invoices.create, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) throw new RefusedError('unavailable')
      return sampleInvoiceDetail
    })
    await open()
    await tick(/2026 年 10 月/)
    const send = () => userEvent.click(summary().getByRole('button', { name: /提交申请/ }))
    await send()
    await waitFor(() => expect(keys).toHaveLength(1))
    await screen.findByText('服务暂时不可用，请稍后再试')
    await send()
    await screen.findByRole('heading', { name: /张三的发票/ })
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })
})

describe('product §5 A new receiving address', () => {
  it('is one field over the list, at an address of its own', async () => {
    await openApp('/console/cost/email/create')
    const dialog = await screen.findByRole('dialog', { name: '新建收票邮箱' })
    expect(within(dialog).getByLabelText('邮箱地址')).toBeVisible()
    expect(await screen.findByText('a@example.cn')).toBeInTheDocument()
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(window.location.pathname).toBe('/console/cost/email'))
  })
})
