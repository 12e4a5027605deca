import { invoice_kinds } from '#contract/invoices.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { hasOriginal, titleOf } from '#server/domains/money/invoices/invoices.presenter.ts'
import type { ListedInvoice } from '#server/domains/money/invoices/invoices.repo.ts'
import { partsOf } from '#server/domains/money/invoices/invoices.service.ts'
import { type MailRow, mailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { pdfOf } from '#server/domains/money/invoices/pdf.service.ts'
import { pauseAfter } from '#server/domains/money/invoices/retry.policy.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Mail } from '#server/ports/mail.ts'
import { inTransaction } from '#server/tx.ts'

const lease_ms = 120_000
const tries_max = 6

function attachmentWord(row: ListedInvoice): string {
  if (row.by_hand && !hasOriginal(row)) return '附件是开票信息单，发票原件见税务数字账户。'
  return row.file_replaced_at ? '这是更正后的发票，见附件。请以它为准，之前收到的不再使用。' : '发票见附件。'
}

/** Without a mail server nothing is ever handed over, and the person sees that it was not. */
async function send(deps: Deps, by: Mail | undefined, mail: MailRow): Promise<void> {
  if (!by) throw new Error('no mail server')
  const parts = await partsOf(deps.database.kysely, mail.invoice_id)
  const { row } = parts
  const { body, file_name } = await pdfOf(deps, parts)
  const red = row.state === 'flushed'
  const kind = invoice_kinds[row.kind as keyof typeof invoice_kinds]
  await by.send({
    to: mail.email,
    subject: `${deps.config.brand}：${red ? '发票已红冲' : '发票'} ${row.number}`,
    text: [
      `${kind}，${titleOf(row).name}，${yuanOfFen(row.amount_fen)} 元。`,
      red ? `这张发票已红冲，不能再使用。红字发票号码 ${row.red_number}。` : attachmentWord(row),
      ...(row.sandbox ? ['这是沙箱开具的样张，不能报销。'] : []),
    ].join('\n'),
    attachments: [{ name: file_name!, type: 'application/pdf', bytes: body }],
  })
}

/**
 * Mails what is due. A mail is a row until it has been handed over; who dies between handing over and writing it down sends
 * it twice, which is better than never.
 */
export async function mailDue(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const mail = await deps.database.transaction((trx) => mailsRepo(trx).claim(now, new Date(now.getTime() + lease_ms)))
    if (!mail) return
    const failed = await send(deps, deps.mail, mail).then(
      () => false,
      (error: unknown) => {
        deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'an invoice could not be mailed')
        return true
      },
    )
    await inTransaction(deps, async (tx) => {
      const repo = mailsRepo(tx.db)
      if (!failed) await repo.sent(mail.id, deps.clock.now())
      else await repo.again(mail.id, mail.attempts < tries_max ? new Date(now.getTime() + pauseAfter(mail.attempts)) : null)
      const { row } = await partsOf(tx.db, mail.invoice_id)
      await publishChange(tx, { user_id: row.user_id, resource: 'invoices', id: row.id })
    })
  }
}
