import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { operator_audit } from '#contract/operator/audit.ts'
import { operator_invoices } from '#contract/operator/invoices.ts'
import { platform } from '#contract/platform.ts'
import '#src/operator/invoices/InvoiceReview.tsx'
import { server_info } from '#src/ui/server-info.ts'
import { findTitle, openApp } from '#tests/web/support/app.tsx'
import { aUser } from '#tests/web/support/people.ts'
import { aServerInfo } from '#tests/web/support/server-info.ts'
import { on } from '#tests/web/support/wire.ts'
import { detail } from './detail.ts'

it('docs/decisions/061 where no service issues invoices, finance is offered no approval, only to register one', async () => {
  on(operator_invoices.get, async () => {
    await server_info.load()
    return { ...detail, owner: { id: 'user-9', nickname: '苏木' }, flush_approved: false, by_hand: false, attempts: 0 }
  })
  on(operator_audit.history, () => [])
  openApp('/operator/invoices/invoice-1', { user: aUser({ role: 'operator_finance' }) })
  on(platform.server_info, () => aServerInfo({ offers: { wechat: true, mail: true, invoicing: false } }))
  await findTitle('张三')
  expect(screen.getByText('登记手工开具')).toBeInTheDocument()
  expect(screen.queryByText('通过')).not.toBeInTheDocument()
})
