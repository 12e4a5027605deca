import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { platform } from '#contract/platform.ts'
import '#src/operator/invoices/InvoiceReview.tsx'
import { serverInfoStore } from '#src/ui/server-info.ts'
import { findPageTitle, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildServerInfo } from '#tests/web/support/server-info.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { sampleInvoiceDetail } from './detail.ts'

it('docs/decisions/061 where no service issues invoices, finance is offered no approval, only to register one', async () => {
  mockCall(operatorInvoices.get, async () => {
    await serverInfoStore.load()
    return {
      ...sampleInvoiceDetail,
      owner: { id: 'user-9', nickname: '苏木' },
      flush_approved: false,
      by_hand: false,
      attempts: 0,
    }
  })
  mockCall(operatorInvoices.list, () => ({ items: [], total: 0 }))
  mockCall(operatorAudit.history, () => [])
  renderWholeApp('/operator/invoices/invoice-1', { user: buildUser({ role: 'operator_finance' }) })
  mockCall(platform.server_info, () =>
    buildServerInfo({ offers: { wechat: true, mail: true, invoicing: false, ssh: true, organisations: false } }),
  )
  await findPageTitle('张三')
  expect(screen.getByText('登记手工开具')).toBeInTheDocument()
  expect(screen.queryByText('通过')).not.toBeInTheDocument()
})
