import { dayOf, startOfDay } from '#contract/day.ts'
import { filesRepo } from '#server/domains/money/invoices/files.repo.ts'
import { tellIssued, tellReplaced } from '#server/domains/money/invoices/invoices.notifications.ts'
import type { InvoiceRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { mailsFor } from '#server/domains/money/invoices/invoices.service.ts'
import { mailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { type Detail, decide, refusePaidBack } from '#server/domains/money/invoices/operator-invoices.service.ts'
import type { Context } from '#server/http/context.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** What is printed on an invoice that finance issued with the tax authority. */
interface Printed {
  number: string
  issued_on: string
}

const head = Buffer.from('%PDF-')
const tail = Buffer.from('%%EOF')
/** Where readers look for the end of a file. */
const tail_bytes = 1_024

/** Refuses at the field `file` what is no whole PDF, whatever its name says. */
function requirePdf({ bytes }: UploadedFile): void {
  if (!bytes.subarray(0, head.length).equals(head)) throw refuseField('invoice_file_refused', 'file')
  if (bytes.subarray(-tail_bytes).lastIndexOf(tail) < 0)
    throw refuseField('invoice_file_refused', 'file', 'PDF 不完整，请重新下载后上传')
}

/** Between the day it was asked for and today, as the calendar of Beijing has them. */
function issuedAt({ created_at }: InvoiceRow, issued_on: string, now: Date): Date {
  if (issued_on > dayOf(now)) throw refuseField('invalid', 'issued_on', '开票日期不能晚于今天')
  if (issued_on < dayOf(created_at)) throw refuseField('invalid', 'issued_on', '开票日期不能早于申请日期')
  return startOfDay(issued_on)
}

const fileOf = ({ caller, deps, file }: Context, invoice_id: string) => ({
  invoice_id,
  bytes: file.bytes,
  sha256: file.sha256,
  uploaded_by: caller.user_id,
  uploaded_at: deps.clock.now(),
})

export function issueByHand(ctx: Context, id: string, { number, issued_on }: Printed): Detail {
  const { deps, file } = ctx
  requirePdf(file)
  const now = deps.clock.now()
  return decide(
    ctx,
    id,
    (row) => {
      refusePaidBack(row)
      const changes = { number, issued_at: issuedAt(row, issued_on, now), by_hand: true }
      return { step: 'issue_by_hand', changes, audited: { after: { number, issued_on, file: file.sha256 } } }
    },
    async (tx, row) => {
      await filesRepo(tx.db).insert(fileOf(ctx, id))
      await mailsRepo(tx.db).insert(mailsFor(id, row.emails, now))
      await tellIssued(tx, row)
    },
  )
}

/** What is still to be mailed takes the new file with it; everybody else is sent it. */
export function replaceFile(ctx: Context, id: string, { number, issued_on, reason }: Printed & { reason: string }): Detail {
  const { deps, file } = ctx
  requirePdf(file)
  const now = deps.clock.now()
  return decide(
    ctx,
    id,
    (row) => {
      if (row.state === 'issued' && !row.by_hand)
        throw new Refusal('invoice_state', { message: '这张发票由开票服务开具，不能更换' })
      const before = { number: row.number, issued_on: row.issued_at && dayOf(row.issued_at), file: row.file_sha256 }
      return {
        step: 'replace_file',
        note: reason,
        changes: { number, issued_at: issuedAt(row, issued_on, now) },
        audited: { before, after: { number, issued_on, file: file.sha256 } },
      }
    },
    async (tx, row) => {
      await filesRepo(tx.db).replace(fileOf(ctx, id))
      const waiting = (await mailsRepo(tx.db).of(id)).filter(({ due_at, attempts }) => due_at !== null && attempts === 0)
      const emails = row.emails.filter((email) => !waiting.some((mail) => mail.email === email))
      await mailsRepo(tx.db).insert(mailsFor(id, emails, now))
      await tellReplaced(tx, row, reason)
    },
  )
}
