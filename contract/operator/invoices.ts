import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Invoice, InvoiceDetail } from '../invoices.ts'
import { limits } from '../limits.ts'
import { Keyword, listQuery } from '../list.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Day, Id } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

const operatorFields = {
  owner: z.object({ id: Id, nickname: z.string() }),
  flush_approved: z.boolean().meta({ description: '红冲已批准，正在开红字发票' }),
  by_hand: z.boolean().meta({ description: '在平台之外开具，号码由运营填写' }),
  attempts: z.number().int().meta({ description: '开具尝试的次数' }),
}
export const OperatorInvoice = Invoice.extend(operatorFields).meta({ id: 'OperatorInvoice' })
export type OperatorInvoice = z.infer<typeof OperatorInvoice>
export const OperatorInvoiceDetail = InvoiceDetail.extend(operatorFields).meta({ id: 'OperatorInvoiceDetail' })
export type OperatorInvoiceDetail = z.infer<typeof OperatorInvoiceDetail>

/** Numbers of 数电发票 have 20 digits. */
export const InvoiceNumber = z
  .string({ error: '请输入发票号码' })
  .trim()
  .regex(/^\d{20}$/, '请输入 20 位数字的发票号码')

/** Printed data of an invoice issued outside the platform; its PDF is uploaded with it. */
const PrintedInvoice = z.object({ number: InvoiceNumber, issued_on: Day.meta({ description: '开票日期' }) })

const source = 'decided: product §10, docs/decisions/034'
const defineAction = createRowActionDefiner({
  path: '/api/v1/operator/invoice/:id',
  access: 'operator_finance',
  stepUp: true,
  source,
  params: ById,
  data: OperatorInvoiceDetail,
})

const withFileUpload = <E extends ReturnType<typeof defineAction>>(declared: E): E => ({
  ...declared,
  source: 'decided: docs/decisions/061',
  upload: { max_bytes: limits.invoiceFileMaxBytes },
})

export const operatorInvoices = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/invoice/list',
    access: 'operator_finance',
    summary: '发票队列，等得最久的在前',
    description: 'Lists the invoices of all users, the one waiting longest first.',
    source,
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      state: Invoice.shape.state.optional(),
      kind: Invoice.shape.kind.optional(),
      todo: z.enum(['true']).optional().meta({ description: '只看等待运营处理的' }),
    }),
    data: z.array(OperatorInvoice),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/invoice/:id',
    access: 'operator_finance',
    summary: '一张发票和它的项目',
    description: 'Returns one invoice with its items.',
    source,
    params: ById,
    data: OperatorInvoiceDetail,
  }),
  approve: defineAction(
    'approve',
    '通过审核，交给开票服务',
    'Approves an invoice request and hands it to the invoicing service.',
    '已通过，正在开票',
    z.object({}),
  ),
  reject: defineAction(
    'reject',
    '驳回，金额退回用户的未开票金额',
    'Rejects an invoice request; the user can invoice its items again.',
    '已驳回',
    z.object({ reason: OperatorReason }),
  ),
  issue_by_hand: withFileUpload(
    defineAction(
      'issue_by_hand',
      '在平台之外已开具，登记号码、开票日期和 PDF',
      'Records an invoice issued outside the platform: number, date, and its PDF in `file`.',
      '已登记为开具',
      PrintedInvoice,
    ),
  ),
  replace_file: withFileUpload(
    defineAction(
      'replace_file',
      '更正手工开具的发票：号码、开票日期和 PDF；重新寄给用户',
      'Corrects number, date and PDF of an invoice issued by hand, and mails it to the user again.',
      '已更换，会重新寄给用户',
      PrintedInvoice.extend({ reason: OperatorReason }),
    ),
  ),
  approve_flush: defineAction(
    'approve_flush',
    '批准红冲；手工开具的填写红字发票号码',
    'Approves the reversal of an invoice; one issued by hand needs the number of the reversing invoice.',
    '红冲已批准',
    z.object({ number: InvoiceNumber.optional() }),
  ),
  decline_flush: defineAction(
    'decline_flush',
    '不予红冲，发票仍为已开',
    'Declines the reversal of an invoice, which stays issued.',
    '已退回红冲申请',
    z.object({ reason: OperatorReason }),
  ),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v1/operator/invoice/:id/pdf',
    access: 'operator_finance',
    summary: '下载发票 PDF',
    description: 'Downloads an invoice as PDF.',
    source,
    params: ById,
    data: z.unknown(),
    download: 'application/pdf',
  }),
}
