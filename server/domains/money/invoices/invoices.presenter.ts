import type { z } from 'zod'
import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import type { InvoiceActor, InvoiceState } from '#contract/invoice-states.ts'
import type { Invoice, InvoiceDetail, InvoiceKind } from '#contract/invoices.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { OperatorInvoice } from '#contract/operator/invoices.ts'
import { formatYuanInCapitals } from '#contract/yuan-capitals.ts'
import type { InvoiceItemRow, invoicesRepo, ListedInvoice } from '#server/domains/money/invoices/invoices.repo.ts'
import type { InvoiceMailRow } from '#server/domains/money/invoices/mails.repo.ts'

type Title = z.input<typeof InvoiceDetail>['title']
type EventRow = Awaited<ReturnType<ReturnType<typeof invoicesRepo>['events']>>[number]

/** Returns the title as it was when the invoice was requested. */
export const invoiceTitleOf = (row: { title: unknown }): Title => row.title as Title

/** Tells whether to serve the uploaded original; a flushed invoice must be shown as flushed, which its original does not say. */
export const hasOriginalFile = ({ file_sha256: fileSha256, state }: Pick<ListedInvoice, 'file_sha256' | 'state'>): boolean =>
  fileSha256 !== null && state !== 'flushed'

export const presentInvoice = (row: ListedInvoice): z.input<typeof Invoice> => ({
  id: row.id,
  kind: row.kind as InvoiceKind,
  state: row.state as InvoiceState,
  amount: formatFenAsYuan(row.amount_fen),
  title_name: invoiceTitleOf(row).name,
  item_count: row.item_count,
  number: row.number,
  issued_at: row.issued_at?.toISOString() ?? null,
  reason: row.reason,
  sandbox: row.sandbox,
  original: hasOriginalFile(row),
  beyond: formatFenAsYuan(row.beyond_fen),
  created_at: row.created_at.toISOString(),
})

export const presentOperatorInvoice = (row: ListedInvoice): z.input<typeof OperatorInvoice> => ({
  ...presentInvoice(row),
  owner: { id: row.user_id, nickname: row.nickname },
  flush_approved: row.flush_approved,
  by_hand: row.by_hand,
  attempts: row.attempts,
})

const computeMailState = ({ sent_at: sentAt, due_at: dueAt }: InvoiceMailRow) => {
  if (sentAt) return 'sent'
  return dueAt ? 'waiting' : 'failed'
}

/** Returns the deadline to request a red invoice: the end of the invoice's calendar year in Beijing time (decision 034). */
export const computeFlushDeadline = ({ issued_at: issuedAt }: Pick<ListedInvoice, 'issued_at'>): Date | null =>
  issuedAt && toDayStart(`${Number(toShanghaiDay(issuedAt).slice(0, 4)) + 1}-01-01`)

export interface InvoiceParts {
  row: ListedInvoice
  items: readonly InvoiceItemRow[]
  events: readonly EventRow[]
  mails: readonly InvoiceMailRow[]
}

export const presentInvoiceDetail = ({ row, items, events, mails }: InvoiceParts): z.input<typeof InvoiceDetail> => ({
  ...presentInvoice(row),
  title: invoiceTitleOf(row),
  remark: row.remark,
  emails: row.emails,
  items: items.map(({ item, kind, title, user_id: userId, nickname, amount_fen: amountFen, at }) => ({
    id: item,
    kind: kind as 'order' | 'usage',
    title,
    account: userId === row.user_id ? null : { id: userId, nickname },
    amount: formatFenAsYuan(amountFen),
    at: at.toISOString(),
    day: toShanghaiDay(at),
  })),
  events: events.map(({ state, at, actor, note }) => ({
    state: state as InvoiceState,
    at: at.toISOString(),
    actor: actor as InvoiceActor,
    note,
  })),
  mails: mails.map((mail) => ({
    email: mail.email,
    state: computeMailState(mail),
    at: (mail.sent_at ?? mail.due_at ?? mail.created_at).toISOString(),
  })),
  amount_in_capitals: formatYuanInCapitals(row.amount_fen),
  red_number: row.red_number,
  flush_until: row.state === 'issued' ? (computeFlushDeadline(row)?.toISOString() ?? null) : null,
})
