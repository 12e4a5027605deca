import { invoiceKinds } from '#contract/invoices.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { hasOriginalFile, invoiceTitleOf } from '#server/domains/money/invoices/invoices.presenter.ts'
import type { ListedInvoice } from '#server/domains/money/invoices/invoices.repo.ts'
import { getInvoiceParts } from '#server/domains/money/invoices/invoices.service.ts'
import { type InvoiceMailRow, invoiceMailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { getInvoicePdf } from '#server/domains/money/invoices/pdf.service.ts'
import { computeInvoiceRetryPause } from '#server/domains/money/invoices/retry.policy.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { composeLetter } from '#server/lib/mail-letter.ts'
import type { MailSender } from '#server/ports/mail.ts'
import { inTransaction } from '#server/tx.ts'

const leaseMs = 120_000
const maxTries = 6

function formatAttachmentNote(row: ListedInvoice): string {
  if (row.by_hand && !hasOriginalFile(row)) return '附件是开票信息单，发票原件见税务数字账户。'
  return row.file_replaced_at ? '这是更正后的发票，见附件。请以它为准，之前收到的不再使用。' : '发票见附件。'
}

/** Sends one invoice mail; throws without a mail server, and the user sees that it was not sent. */
async function sendInvoiceMail(deps: Deps, by: MailSender | undefined, mail: InvoiceMailRow): Promise<void> {
  if (!by) throw new Error('no mail server')
  const parts = await getInvoiceParts(deps.database.kysely, mail.invoice_id)
  const { row } = parts
  const { body, file_name: fileName } = await getInvoicePdf(deps, parts)
  const red = row.state === 'flushed'
  const kind = invoiceKinds[row.kind as keyof typeof invoiceKinds]
  const { brand } = deps.config
  const letter = composeLetter({
    brand,
    subject: `${brand}：${red ? '发票已红冲' : '发票'} ${row.number}`,
    paragraphs: [
      `${kind}，${invoiceTitleOf(row).name}，${formatFenText(row.amount_fen)} 元。`,
      red ? `这张发票已红冲，不能再使用。红字发票号码 ${row.red_number}。` : formatAttachmentNote(row),
      ...(row.sandbox ? ['这是沙箱开具的样张，不能报销。'] : []),
    ],
  })
  await by.send({
    to: mail.email,
    ...letter,
    attachments: [{ name: fileName!, type: 'application/pdf', bytes: body }],
  })
}

/**
 * Sends due mails. A mail stays due until it was handed over; a crash between handover and recording sends it twice, which is
 * better than never.
 */
export async function sendDueInvoiceMails(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const mail = await deps.database.transaction((trx) => invoiceMailsRepo(trx).claim(now, new Date(now.getTime() + leaseMs)))
    if (!mail) return
    const failed = await sendInvoiceMail(deps, deps.mail, mail).then(
      () => false,
      (error: unknown) => {
        deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'an invoice could not be mailed')
        return true
      },
    )
    await inTransaction(deps, async (tx) => {
      const repo = invoiceMailsRepo(tx.db)
      if (!failed) await repo.sent(mail.id, deps.clock.now())
      else
        await repo.again(
          mail.id,
          mail.attempts < maxTries ? new Date(now.getTime() + computeInvoiceRetryPause(mail.attempts)) : null,
        )
      const { row } = await getInvoiceParts(tx.db, mail.invoice_id)
      await publishChange(tx, { user_id: row.user_id, resource: 'invoices', id: row.id })
    })
  }
}
