import { invoice_emails } from '#contract/invoice-emails.ts'
import { invoice_titles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { operator_invoices } from '#contract/operator/invoices.ts'
import {
  addEmail,
  listEmails,
  removeEmail,
  sendEmailCode,
  setDefaultEmail,
  verifyEmail,
} from '#server/domains/money/invoices/emails.service.ts'
import {
  askFlush,
  getInvoice,
  getInvoiceable,
  listInvoices,
  resendInvoice,
  withdrawInvoice,
} from '#server/domains/money/invoices/invoices.service.ts'
import { issueByHand, replaceFile } from '#server/domains/money/invoices/issue-by-hand.service.ts'
import {
  approveFlush,
  approveInvoice,
  declineFlush,
  getForOperator,
  listForOperator,
  rejectInvoice,
} from '#server/domains/money/invoices/operator-invoices.service.ts'
import { anyPdf, ownPdf } from '#server/domains/money/invoices/pdf.service.ts'
import { requestInvoice } from '#server/domains/money/invoices/request-invoice.service.ts'
import {
  createTitle,
  getTitle,
  listTitles,
  removeTitle,
  setDefaultTitle,
  updateTitle,
} from '#server/domains/money/invoices/titles.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function invoiceRoutes(http: Http): void {
  mount(http, 'invoices', invoices, {
    invoiceable: (ctx) => getInvoiceable(ctx),
    list: (ctx, { query }) => listInvoices(ctx, query),
    get: (ctx, { params }) => getInvoice(ctx, params.id),
    create: (ctx, { body }) => requestInvoice(ctx, body),
    withdraw: (ctx, { params }) => withdrawInvoice(ctx, params.id),
    flush: (ctx, { params, body }) => askFlush(ctx, params.id, body.reason),
    resend: (ctx, { params, body }) => resendInvoice(ctx, params.id, body.emails),
    pdf: (ctx, { params }) => ownPdf(ctx, params.id),
  })
  mount(http, 'invoice_titles', invoice_titles, {
    list: (ctx, { query }) => listTitles(ctx, query),
    get: (ctx, { params }) => getTitle(ctx, params.id),
    create: (ctx, { body }) => createTitle(ctx, body),
    update: (ctx, { params, body }) => updateTitle(ctx, params.id, body),
    set_default: (ctx, { params }) => setDefaultTitle(ctx, params.id),
    remove: (ctx, { params }) => removeTitle(ctx, params.id),
  })
  mount(http, 'invoice_emails', invoice_emails, {
    list: (ctx, { query }) => listEmails(ctx, query),
    create: (ctx, { body }) => addEmail(ctx, body.email),
    send_code: (ctx, { params }) => sendEmailCode(ctx, params.id),
    verify: (ctx, { params, body }) => verifyEmail(ctx, params.id, body.code),
    set_default: (ctx, { params }) => setDefaultEmail(ctx, params.id),
    remove: (ctx, { params }) => removeEmail(ctx, params.id),
  })
  mount(http, 'operator_invoices', operator_invoices, {
    list: (ctx, { query }) => listForOperator(ctx, query),
    get: (ctx, { params }) => getForOperator(ctx, params.id),
    approve: (ctx, { params }) => approveInvoice(ctx, params.id),
    reject: (ctx, { params, body }) => rejectInvoice(ctx, params.id, body.reason),
    issue_by_hand: (ctx, { params, body }) => issueByHand(ctx, params.id, body),
    replace_file: (ctx, { params, body }) => replaceFile(ctx, params.id, body),
    approve_flush: (ctx, { params, body }) => approveFlush(ctx, params.id, body.number),
    decline_flush: (ctx, { params, body }) => declineFlush(ctx, params.id, body.reason),
    pdf: (ctx, { params }) => anyPdf(ctx, params.id),
  })
}
