import { invoiceEmails } from '#contract/invoice-emails.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import {
  addInvoiceEmail,
  deleteInvoiceEmail,
  listInvoiceEmails,
  sendInvoiceEmailCode,
  setDefaultInvoiceEmail,
  verifyInvoiceEmail,
} from '#server/domains/money/invoices/emails.service.ts'
import {
  getInvoice,
  getInvoiceable,
  listInvoices,
  requestInvoiceFlush,
  resendInvoice,
  withdrawInvoice,
} from '#server/domains/money/invoices/invoices.service.ts'
import { issueInvoiceByHand, replaceInvoiceFile } from '#server/domains/money/invoices/issue-by-hand.service.ts'
import {
  approveInvoice,
  approveInvoiceFlush,
  declineInvoiceFlush,
  getOperatorInvoice,
  listOperatorInvoices,
  rejectInvoice,
} from '#server/domains/money/invoices/operator-invoices.service.ts'
import { getAnyInvoicePdf, getOwnInvoicePdf } from '#server/domains/money/invoices/pdf.service.ts'
import { requestInvoice } from '#server/domains/money/invoices/request-invoice.service.ts'
import {
  createInvoiceTitle,
  deleteInvoiceTitle,
  getInvoiceTitle,
  listInvoiceTitles,
  setDefaultInvoiceTitle,
  updateInvoiceTitle,
} from '#server/domains/money/invoices/titles.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function invoiceRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'invoices', invoices, {
    invoiceable: (ctx) => getInvoiceable(ctx),
    list: (ctx, { query }) => listInvoices(ctx, query),
    get: (ctx, { params }) => getInvoice(ctx, params.id),
    create: (ctx, { body }) => requestInvoice(ctx, body),
    withdraw: (ctx, { params }) => withdrawInvoice(ctx, params.id),
    flush: (ctx, { params, body }) => requestInvoiceFlush(ctx, params.id, body.reason),
    resend: (ctx, { params, body }) => resendInvoice(ctx, params.id, body.emails),
    pdf: (ctx, { params }) => getOwnInvoicePdf(ctx, params.id),
  })
  mountEndpoints(http, 'invoice_titles', invoiceTitles, {
    list: (ctx, { query }) => listInvoiceTitles(ctx, query),
    get: (ctx, { params }) => getInvoiceTitle(ctx, params.id),
    create: (ctx, { body }) => createInvoiceTitle(ctx, body),
    update: (ctx, { params, body }) => updateInvoiceTitle(ctx, params.id, body),
    set_default: (ctx, { params }) => setDefaultInvoiceTitle(ctx, params.id),
    remove: (ctx, { params }) => deleteInvoiceTitle(ctx, params.id),
  })
  mountEndpoints(http, 'invoice_emails', invoiceEmails, {
    list: (ctx, { query }) => listInvoiceEmails(ctx, query),
    create: (ctx, { body }) => addInvoiceEmail(ctx, body.email),
    send_code: (ctx, { params }) => sendInvoiceEmailCode(ctx, params.id),
    verify: (ctx, { params, body }) => verifyInvoiceEmail(ctx, params.id, body.code),
    set_default: (ctx, { params }) => setDefaultInvoiceEmail(ctx, params.id),
    remove: (ctx, { params }) => deleteInvoiceEmail(ctx, params.id),
  })
  mountEndpoints(http, 'operator_invoices', operatorInvoices, {
    list: (ctx, { query }) => listOperatorInvoices(ctx, query),
    get: (ctx, { params }) => getOperatorInvoice(ctx, params.id),
    approve: (ctx, { params }) => approveInvoice(ctx, params.id),
    reject: (ctx, { params, body }) => rejectInvoice(ctx, params.id, body.reason),
    issue_by_hand: (ctx, { params, body }) => issueInvoiceByHand(ctx, params.id, body),
    replace_file: (ctx, { params, body }) => replaceInvoiceFile(ctx, params.id, body),
    approve_flush: (ctx, { params, body }) => approveInvoiceFlush(ctx, params.id, body.number),
    decline_flush: (ctx, { params, body }) => declineInvoiceFlush(ctx, params.id, body.reason),
    pdf: (ctx, { params }) => getAnyInvoicePdf(ctx, params.id),
  })
}
