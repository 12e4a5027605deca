import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { ById, Id, Time, VerificationCode } from './scalars.ts'

export const InvoiceEmail = z
  .object({
    id: Id,
    email: z.string(),
    verified: z.boolean().meta({ description: '填对寄到该邮箱的验证码之后' }),
    is_default: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'InvoiceEmail' })
export type InvoiceEmail = z.infer<typeof InvoiceEmail>

/** Stored in lower case so that one mailbox is one row. */
export const EmailAddress = z
  .string({ error: '请输入邮箱地址' })
  .trim()
  .min(1, '请输入邮箱地址')
  .max(100, '邮箱地址最多 100 个字符')
  .refine(
    (value) => value === '' || /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/.test(value),
    '请输入正确的邮箱地址',
  )
  .transform((value) => value.toLowerCase())

const source = 'decided: product §5, docs/decisions/034'

export const invoiceEmails = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/invoice_email/list',
    access: 'main',
    summary: '收票邮箱，默认的在前',
    description: 'Lists the addresses invoices can be mailed to, the default one first.',
    source,
    query: listQuery(['created_at']),
    data: z.array(InvoiceEmail),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/invoice_email',
    access: 'main',
    summary: '添加收票邮箱，并寄出验证码',
    description: 'Adds an address for invoices and mails it a code for verification.',
    message: '验证码已发送到该邮箱',
    source,
    body: z.object({ email: EmailAddress }),
    data: InvoiceEmail,
  }),
  send_code: endpoint({
    method: 'POST',
    path: '/api/v1/invoice_email/:id/send_code',
    access: 'main',
    owned: 'invoice_email',
    summary: '重新寄出验证码，之前的失效',
    description: 'Mails a new verification code to the address; earlier codes stop working.',
    message: '验证码已重新发送',
    source,
    params: ById,
    data: InvoiceEmail,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/v1/invoice_email/:id/verify',
    access: 'main',
    owned: 'invoice_email',
    summary: '填写邮箱收到的验证码；第一个通过验证的自动成为默认',
    description: 'Verifies an address by the mailed code; the first verified one becomes the default.',
    message: '邮箱已验证',
    source,
    params: ById,
    body: z.object({ code: VerificationCode }),
    data: InvoiceEmail,
  }),
  set_default: endpoint({
    method: 'POST',
    path: '/api/v1/invoice_email/:id/default',
    access: 'main',
    owned: 'invoice_email',
    summary: '设为默认收票邮箱',
    description: 'Makes a verified address the default for invoices.',
    message: '已设为默认收票邮箱',
    source,
    params: ById,
    data: InvoiceEmail,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/invoice_email/:id',
    access: 'main',
    owned: 'invoice_email',
    summary: '删除收票邮箱；已申请的发票仍寄往申请时选的邮箱',
    description: 'Deletes an address; invoices requested before are still mailed to it.',
    message: '邮箱已删除',
    source,
    params: ById,
    data: z.null(),
  }),
}
