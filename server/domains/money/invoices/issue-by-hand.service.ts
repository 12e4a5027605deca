import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import { invoiceFilesRepo } from '#server/domains/money/invoices/files.repo.ts'
import { notifyInvoiceIssued, notifyInvoiceReplaced } from '#server/domains/money/invoices/invoices.notifications.ts'
import type { InvoiceRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { buildInvoiceMails } from '#server/domains/money/invoices/invoices.service.ts'
import { invoiceMailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import {
  assertNotPaidBack,
  decideInvoice,
  type OperatorInvoicePromise,
} from '#server/domains/money/invoices/operator-invoices.service.ts'
import type { Context } from '#server/http/context.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** Data printed on an invoice that finance issued with the tax authority. */
interface PrintedInvoice {
  number: string
  issued_on: string
}

const pdfHead = Buffer.from('%PDF-')
const pdfTail = Buffer.from('%%EOF')
/** Size of the file tail in which PDF readers look for the end marker. */
const pdfTailBytes = 1_024

/** Refuses at the field `file` unless the content is a complete PDF, whatever the file name. */
function requirePdf({ bytes }: UploadedFile): void {
  if (!bytes.subarray(0, pdfHead.length).equals(pdfHead)) throw createFieldRefusal('invoice_file_refused', 'file')
  if (bytes.subarray(-pdfTailBytes).lastIndexOf(pdfTail) < 0)
    throw createFieldRefusal('invoice_file_refused', 'file', 'PDF 不完整，请重新下载后上传')
}

/** Parses the issue date; it must lie between the request date and today, in Beijing time. */
function parseIssuedAt({ created_at: createdAt }: InvoiceRow, issuedOn: string, now: Date): Date {
  if (issuedOn > toShanghaiDay(now)) throw createFieldRefusal('invalid', 'issued_on', '开票日期不能晚于今天')
  if (issuedOn < toShanghaiDay(createdAt)) throw createFieldRefusal('invalid', 'issued_on', '开票日期不能早于申请日期')
  return toDayStart(issuedOn)
}

const toInvoiceFile = ({ caller, deps, file }: Context, invoiceId: string) => ({
  invoice_id: invoiceId,
  bytes: file.bytes,
  sha256: file.sha256,
  uploaded_by: caller.user_id,
  uploaded_at: deps.clock.now(),
})

export function issueInvoiceByHand(
  ctx: Context,
  id: string,
  { number, issued_on: issuedOn }: PrintedInvoice,
): OperatorInvoicePromise {
  const { deps, file } = ctx
  requirePdf(file)
  const now = deps.clock.now()
  return decideInvoice(
    ctx,
    id,
    (row) => {
      assertNotPaidBack(row)
      const changes = { number, issued_at: parseIssuedAt(row, issuedOn, now), by_hand: true }
      return { step: 'issue_by_hand', changes, audited: { after: { number, issued_on: issuedOn, file: file.sha256 } } }
    },
    async (tx, row) => {
      await invoiceFilesRepo(tx.db).insert(toInvoiceFile(ctx, id))
      await invoiceMailsRepo(tx.db).insert(buildInvoiceMails(id, row.emails, now))
      await notifyInvoiceIssued(tx, row)
    },
  )
}

/** Replaces the file: mails not yet sent carry the new file, recipients already served get a new mail. */
export function replaceInvoiceFile(
  ctx: Context,
  id: string,
  { number, issued_on: issuedOn, reason }: PrintedInvoice & { reason: string },
): OperatorInvoicePromise {
  const { deps, file } = ctx
  requirePdf(file)
  const now = deps.clock.now()
  return decideInvoice(
    ctx,
    id,
    (row) => {
      if (row.state === 'issued' && !row.by_hand)
        throw new Refusal('invoice_state', { message: '这张发票由开票服务开具，不能更换' })
      const before = { number: row.number, issued_on: row.issued_at && toShanghaiDay(row.issued_at), file: row.file_sha256 }
      return {
        step: 'replace_file',
        note: reason,
        changes: { number, issued_at: parseIssuedAt(row, issuedOn, now) },
        audited: { before, after: { number, issued_on: issuedOn, file: file.sha256 } },
      }
    },
    async (tx, row) => {
      await invoiceFilesRepo(tx.db).replace(toInvoiceFile(ctx, id))
      const waiting = (await invoiceMailsRepo(tx.db).of(id)).filter(
        ({ due_at: dueAt, attempts }) => dueAt !== null && attempts === 0,
      )
      const emails = row.emails.filter((email) => !waiting.some((mail) => mail.email === email))
      await invoiceMailsRepo(tx.db).insert(buildInvoiceMails(id, emails, now))
      await notifyInvoiceReplaced(tx, row, reason)
    },
  )
}
