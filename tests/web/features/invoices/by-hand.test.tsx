import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorInvoiceDetail, operatorInvoices } from '#contract/operator/invoices.ts'
import '#src/admin/actions/ActionForm.tsx'
import '#src/operator/invoices/InvoiceReview.tsx'
import { findPageTitle, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { sampleInvoiceDetail } from './detail.ts'

const number = '26112000000000008888'
const asked: z.input<typeof OperatorInvoiceDetail> = {
  ...sampleInvoiceDetail,
  owner: { id: 'user-9', nickname: '苏木' },
  flush_approved: false,
  by_hand: false,
  attempts: 0,
}
const pdf = new File(['%PDF-1.7'], '原件.pdf', { type: 'application/pdf' })

describe('docs/decisions/061 An invoice that finance issued elsewhere', () => {
  it('is registered with its number, its day and its PDF, all of which are asked for', async () => {
    let row = asked
    let sent: unknown
    mockCall(operatorInvoices.get, () => row)
    mockCall(operatorInvoices.list, () => ({ items: [], total: 0 }))
    mockCall(operatorAudit.history, () => [])
    mockCall(operatorInvoices.issue_by_hand, ({ body }) => {
      sent = body
      row = { ...asked, state: 'issued', by_hand: true, original: true, number, issued_at: '2026-11-22T16:00:00Z' }
      return row
    })
    renderWholeApp('/operator/invoices/invoice-1', { user: buildUser({ role: 'operator_finance' }) })
    await findPageTitle('张三')
    await userEvent.click(screen.getByText('登记手工开具').closest('button') as HTMLElement)
    const dialog = (await screen.findByText(/已在电子税务局开具时使用/)).closest('.ant-modal') as HTMLElement
    const submit = () =>
      userEvent.click(within(dialog).getByText('登记手工开具', { selector: 'button span' }).closest('button') as HTMLElement)
    await submit()
    expect(await within(dialog).findByText('请输入发票号码')).toBeInTheDocument()
    expect(await within(dialog).findByText('请选择发票 PDF')).toBeInTheDocument()
    await userEvent.type(within(dialog).getByLabelText('发票号码'), number)
    await userEvent.upload(within(dialog).getByLabelText('发票 PDF'), pdf)
    expect(within(dialog).getByText(/原件\.pdf/)).toBeInTheDocument()
    await submit()
    await waitFor(() => expect(screen.getByText('用户下载和收到的是登记时上传的 PDF。')).toBeInTheDocument())
    expect(sent).toMatchObject({ number, issued_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
    expect(screen.getByText('更正发票')).toBeInTheDocument()
  })
})
