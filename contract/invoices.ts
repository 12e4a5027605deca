import { z } from 'zod'
import { endpoint, longBodyMaxBytes } from './endpoint.ts'
import { type InvoiceActor, type InvoiceState, invoiceStates } from './invoice-states.ts'
import { InvoiceTitle } from './invoice-titles.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { isPlainText } from './plain-text.ts'
import { createRowActionDefiner } from './row-action.ts'
import { ById, Day, Id, Time, Yuan } from './scalars.ts'

/** Both kinds of 数电发票 (product §5). */
export const invoiceKinds = { normal: '普通发票', special: '增值税专用发票' } as const
export type InvoiceKind = keyof typeof invoiceKinds
export const InvoiceKind = z.enum(Object.keys(invoiceKinds) as [InvoiceKind, ...InvoiceKind[]], { error: '请选择发票类型' })
const InvoiceStateName = z.enum(Object.keys(invoiceStates) as [InvoiceState, ...InvoiceState[]])

/** `order:<id>` is one paid order, `usage:<user>:<day>` all metered usage of one account on one day in Asia/Shanghai. */
const InvoiceItemId = z.string().regex(/^(order:[A-Za-z0-9-]{1,64}|usage:[A-Za-z0-9-]{1,64}:\d{4}-\d{2}-\d{2})$/, '编号格式有误')

const InvoiceItem = z
  .object({
    id: InvoiceItemId,
    kind: z.enum(['order', 'usage']),
    title: z.string(),
    account: z.object({ id: Id, nickname: z.string() }).nullable().meta({ description: '子账号的消费；本账号的为 null' }),
    amount: Yuan.meta({ description: '可开金额：现金部分，已减去退款' }),
    at: Time.meta({ description: '付款时间；按量费用为那一天的零点' }),
    day: Day,
  })
  .meta({ id: 'InvoiceItem' })

/** What can be invoiced now, what becomes invoiceable later and when, and how this follows from the spending. */
export const InvoiceableSummary = z
  .object({
    consumed: Yuan.meta({ description: '现金消费：订单与按量费用，不含代金券' }),
    refunded: Yuan,
    invoiced: Yuan.meta({ description: '待审核、开票中、已开和红冲中的发票' }),
    beyond: Yuan.meta({ description: '已开票的项目后来退款的部分，需红冲' }),
    uncovered: Yuan.meta({ description: '由赠送金额支付、尚欠或已提现，不可开票' }),
    ready: Yuan.meta({ description: '现在可开' }),
    waiting: Yuan.meta({ description: '账单尚未确认' }),
    items: z.array(
      InvoiceItem.extend({
        ready: z.boolean(),
        confirmed_at: Time.meta({ description: '账单确认的时间，5 个工作日之后' }),
        refunded: Yuan,
      }),
    ),
  })
  .meta({ id: 'Invoiceable' })
export type InvoiceableSummary = z.infer<typeof InvoiceableSummary>

export const Invoice = z
  .object({
    id: Id,
    kind: InvoiceKind,
    state: InvoiceStateName,
    amount: Yuan,
    title_name: z.string(),
    item_count: z.number().int(),
    number: z.string().nullable().meta({ description: '20 位数电发票号码' }),
    issued_at: Time.nullable(),
    reason: z.string().nullable().meta({ description: '驳回的原因，或红冲的原因' }),
    sandbox: z.boolean().meta({ description: '沙箱开具的样张，不能报销' }),
    original: z.boolean().meta({ description: '下载和寄送的是税务局开具的原件；否则由平台排版' }),
    beyond: Yuan.meta({ description: '开票后退款的部分，大于 0 时需要红冲' }),
    created_at: Time,
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.infer<typeof Invoice>

const InvoiceEvent = z.object({
  state: InvoiceStateName,
  at: Time,
  actor: z.enum(['user', 'operator', 'system'] satisfies InvoiceActor[]),
  note: z.string().nullable(),
})
const InvoiceMail = z.object({
  email: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  at: Time.meta({ description: '寄出的时间；未寄出时是安排的时间' }),
})

export const InvoiceDetail = Invoice.extend({
  title: InvoiceTitle.omit({ id: true, is_default: true, special_ready: true, created_at: true }),
  remark: z.string(),
  emails: z.array(z.string()),
  items: z.array(InvoiceItem),
  events: z.array(InvoiceEvent),
  mails: z.array(InvoiceMail),
  amount_in_capitals: z.string(),
  red_number: z.string().nullable().meta({ description: '红字发票号码' }),
  flush_until: Time.nullable().meta({ description: '最晚在此之前申请红冲；不能申请时为 null' }),
}).meta({ id: 'InvoiceDetail' })
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

export const InvoiceForm = z.object({
  kind: InvoiceKind,
  title_id: z.string({ error: '请选择发票抬头' }).pipe(Id),
  item_ids: z
    .array(InvoiceItemId, { error: '请选择要开票的项目' })
    .min(1, '请选择要开票的项目')
    .max(limits.invoiceItemsMax, `一张发票最多 ${limits.invoiceItemsMax} 个项目`)
    .refine((ids) => new Set(ids).size === ids.length, '项目重复'),
  amount: Yuan.meta({ description: '确认过的合计；与所选项目不符时拒绝' }),
  emails: z.array(z.string().max(100)).max(limits.invoiceEmailsMax, `最多 ${limits.invoiceEmailsMax} 个邮箱`).default([]),
  remark: z
    .string()
    .trim()
    .max(limits.invoiceRemarkMax, `备注最多 ${limits.invoiceRemarkMax} 个字`)
    .refine(isPlainText, '备注不能包含控制字符')
    .default(''),
})
export type InvoiceForm = z.output<typeof InvoiceForm>

export const FlushReason = z
  .string({ error: '请写明红冲原因' })
  .trim()
  .min(2, '请写明红冲原因')
  .max(100, '红冲原因最多 100 个字')
  .refine(isPlainText, '红冲原因不能包含控制字符')

const source = 'decided: product §5, docs/decisions/034'
const defineAction = createRowActionDefiner({
  path: '/api/v1/invoice/:id',
  access: 'main',
  owned: 'invoice',
  source,
  params: ById,
  data: InvoiceDetail,
})

export const invoices = {
  invoiceable: endpoint({
    method: 'GET',
    path: '/api/v1/invoice/invoiceable',
    access: 'main',
    summary: '可以开票的订单与按量费用，含子账号的；以及为什么是这些',
    description: 'Lists the orders and daily usage that can be invoiced, sub-accounts included, and how the sum follows.',
    source,
    data: InvoiceableSummary,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/invoice/list',
    access: 'main',
    summary: '发票，新的在前',
    description: "Lists the caller's invoices, newest first.",
    source,
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      state: InvoiceStateName.optional(),
      kind: InvoiceKind.optional(),
    }),
    data: z.array(Invoice),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/invoice/:id',
    access: 'main',
    owned: 'invoice',
    summary: '一张发票：进度、项目、寄送',
    description: 'Returns one invoice with its items, progress and mails.',
    source,
    params: ById,
    data: InvoiceDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/invoice',
    access: 'main',
    idempotent: true,
    summary: '申请开票',
    description: 'Requests an invoice for the chosen items; `amount` must equal their sum, and finance reviews it.',
    message: '已提交，审核后开票',
    source,
    body: InvoiceForm,
    maxBodyBytes: longBodyMaxBytes,
    data: InvoiceDetail,
  }),
  withdraw: defineAction(
    'withdraw',
    '撤回待审核的申请，金额退回未开票',
    'Withdraws an invoice request under review; its items can be invoiced again.',
    '申请已撤回',
    z.object({}),
  ),
  flush: defineAction(
    'flush',
    '申请红冲；通过后金额退回未开票',
    'Requests that an issued invoice is reversed; once approved its items can be invoiced again.',
    '红冲申请已提交',
    z.object({ reason: FlushReason }),
  ),
  resend: defineAction(
    'resend',
    '把发票再寄一次',
    'Mails an issued invoice again, to verified addresses of the caller.',
    '已安排寄送',
    z.object({ emails: z.array(z.string().max(100)).min(1, '请选择邮箱').max(limits.invoiceEmailsMax) }),
  ),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v1/invoice/:id/pdf',
    access: 'main',
    owned: 'invoice',
    summary: '下载发票 PDF',
    description: 'Downloads an issued invoice as PDF.',
    source,
    params: ById,
    data: z.unknown(),
    download: 'application/pdf',
  }),
}
