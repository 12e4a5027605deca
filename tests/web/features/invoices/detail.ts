import type { z } from 'zod'
import type { InvoiceDetail } from '#contract/invoices.ts'

export const sampleInvoiceTitle = {
  id: 'title-1',
  holder: 'person' as const,
  name: '张三',
  tax_number: '',
  address: '',
  phone: '',
  bank: '',
  bank_account: '',
  is_default: true,
  special_ready: false,
  created_at: '2026-10-01T00:00:00Z',
}
/** One that was just asked for. */
export const sampleInvoiceDetail: z.input<typeof InvoiceDetail> = {
  id: 'invoice-1',
  kind: 'normal',
  state: 'pending',
  amount: '63.72',
  title_name: '张三',
  item_count: 2,
  number: null,
  issued_at: null,
  reason: null,
  sandbox: false,
  original: false,
  beyond: '0.00',
  created_at: '2026-11-21T06:00:00Z',
  title: sampleInvoiceTitle,
  remark: '',
  emails: [],
  items: [],
  events: [{ state: 'pending', at: '2026-11-21T06:00:00Z', actor: 'user', note: null }],
  mails: [],
  amount_in_capitals: '陆拾叁圆柒角贰分',
  red_number: null,
  flush_until: null,
}
