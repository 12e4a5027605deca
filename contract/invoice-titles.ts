import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { ById, Id, Name, Time } from './scalars.ts'
import { CreditCode, PersonTaxNumber } from './tax-number.ts'

/** Who a title is for. Only companies and universities can get a 专票 (product §5). */
export const titleHolders = { person: '个人', company: '企业', university: '高校' } as const
export type TitleHolder = keyof typeof titleHolders
export const TitleHolder = z.enum(Object.keys(titleHolders) as [TitleHolder, ...TitleHolder[]], { error: '请选择抬头类型' })

export const InvoiceTitle = z
  .object({
    id: Id,
    holder: TitleHolder,
    name: z.string(),
    tax_number: z.string().meta({ description: '个人可以为空' }),
    address: z.string(),
    phone: z.string(),
    bank: z.string(),
    bank_account: z.string(),
    is_default: z.boolean(),
    special_ready: z.boolean().meta({ description: '信息齐全，可以开专票' }),
    created_at: Time,
  })
  .meta({ id: 'InvoiceTitle' })
export type InvoiceTitle = z.infer<typeof InvoiceTitle>

const optionalText = (max: number, label: string) => Name(max, label).or(z.literal('')).default('')
const TitleName = Name(limits.invoiceTitleMax, '发票抬头')
const Phone = z
  .string()
  .trim()
  .regex(/^[\d()+ -]{7,20}$/, '请输入 7 到 20 位的电话号码')
  .or(z.literal(''))
  .default('')
const BankAccount = z
  .string()
  .trim()
  .regex(/^\d[\d -]{7,31}$/, '请输入 8 到 32 位数字的银行账号')
  .or(z.literal(''))
  .default('')
const isDefault = z.boolean().default(false)

/** Address, phone, bank and account may stay empty until a 专票 is requested. */
const organisationFields = {
  name: TitleName,
  tax_number: CreditCode,
  address: optionalText(100, '注册地址'),
  phone: Phone,
  bank: optionalText(60, '开户银行'),
  bank_account: BankAccount,
  is_default: isDefault,
}

export const InvoiceTitleForm = z.discriminatedUnion(
  'holder',
  [
    z.object({ holder: z.literal('person'), name: TitleName, tax_number: PersonTaxNumber, is_default: isDefault }),
    z.object({ holder: z.literal('company'), ...organisationFields }),
    z.object({ holder: z.literal('university'), ...organisationFields }),
  ],
  { error: '请选择抬头类型' },
)
export type InvoiceTitleForm = z.output<typeof InvoiceTitleForm>

const source = 'decided: product §5, docs/decisions/034'

export const invoiceTitles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/invoice_title/list',
    access: 'main',
    summary: '发票抬头，默认的在前',
    description: "Lists the caller's invoice titles, the default one first.",
    source,
    query: listQuery(['created_at'], { holder: TitleHolder.optional() }),
    data: z.array(InvoiceTitle),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/invoice_title/:id',
    access: 'main',
    owned: 'invoice_title',
    summary: '一个发票抬头',
    description: 'Returns one invoice title.',
    source,
    params: ById,
    data: InvoiceTitle,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/invoice_title',
    access: 'main',
    idempotent: true,
    summary: '添加发票抬头；第一个自动成为默认',
    description: 'Adds an invoice title; the first one becomes the default.',
    message: '抬头已添加',
    source,
    body: InvoiceTitleForm,
    data: InvoiceTitle,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/invoice_title/:id',
    access: 'main',
    owned: 'invoice_title',
    summary: '修改抬头；已申请的发票保留申请时的内容',
    description: 'Changes an invoice title; invoices requested before keep what it was.',
    message: '抬头已保存',
    source,
    params: ById,
    body: InvoiceTitleForm,
    data: InvoiceTitle,
  }),
  set_default: endpoint({
    method: 'POST',
    path: '/api/v1/invoice_title/:id/default',
    access: 'main',
    owned: 'invoice_title',
    summary: '设为默认抬头',
    description: 'Makes an invoice title the default.',
    message: '已设为默认抬头',
    source,
    params: ById,
    data: InvoiceTitle,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/invoice_title/:id',
    access: 'main',
    owned: 'invoice_title',
    summary: '删除抬头；已申请的发票不受影响',
    description: 'Deletes an invoice title; invoices requested before are not affected.',
    message: '抬头已删除',
    source,
    params: ById,
    data: z.null(),
  }),
}
