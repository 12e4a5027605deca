import type { z } from 'zod'
import { dayOf } from '#contract/day.ts'
import type { InvoiceActor, InvoiceState } from '#contract/invoice-states.ts'
import type { Invoice, InvoiceDetail, InvoiceKind } from '#contract/invoices.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { OperatorInvoice } from '#contract/operator/invoices.ts'
import { yuanInCapitals } from '#contract/yuan-capitals.ts'
import type { ItemRow, invoicesRepo, ListedInvoice } from '#server/domains/money/invoices/invoices.repo.ts'
import type { MailRow } from '#server/domains/money/invoices/mails.repo.ts'

type Title = z.input<typeof InvoiceDetail>['title']
type EventRow = Awaited<ReturnType<ReturnType<typeof invoicesRepo>['events']>>[number]

/** The title as it was when the invoice was asked for. */
export const titleOf = (row: { title: unknown }): Title => row.title as Title

/** What was taken back is shown as such, which no original says. */
export const hasOriginal = ({ file_sha256, state }: Pick<ListedInvoice, 'file_sha256' | 'state'>): boolean =>
  file_sha256 !== null && state !== 'flushed'

export const presentInvoice = (row: ListedInvoice): z.input<typeof Invoice> => ({
  id: row.id,
  kind: row.kind as InvoiceKind,
  state: row.state as InvoiceState,
  amount: yuanOfFen(row.amount_fen),
  title_name: titleOf(row).name,
  item_count: row.item_count,
  number: row.number,
  issued_at: row.issued_at?.toISOString() ?? null,
  reason: row.reason,
  sandbox: row.sandbox,
  original: hasOriginal(row),
  beyond: yuanOfFen(row.beyond_fen),
  created_at: row.created_at.toISOString(),
})

export const presentForOperator = (row: ListedInvoice): z.input<typeof OperatorInvoice> => ({
  ...presentInvoice(row),
  owner: { id: row.user_id, nickname: row.nickname },
  flush_approved: row.flush_approved,
  by_hand: row.by_hand,
  attempts: row.attempts,
})

const mailState = ({ sent_at, due_at }: MailRow) => {
  if (sent_at) return 'sent'
  return due_at ? 'waiting' : 'failed'
}

/** The user may ask for a red invoice within the calendar year of the invoice, by the calendar of Beijing (decision 034). */
export const flushUntil = ({ issued_at }: Pick<ListedInvoice, 'issued_at'>): Date | null =>
  issued_at && new Date(`${Number(dayOf(issued_at).slice(0, 4)) + 1}-01-01T00:00:00+08:00`)

export interface InvoiceParts {
  row: ListedInvoice
  items: readonly ItemRow[]
  events: readonly EventRow[]
  mails: readonly MailRow[]
}

export const presentDetail = ({ row, items, events, mails }: InvoiceParts): z.input<typeof InvoiceDetail> => ({
  ...presentInvoice(row),
  title: titleOf(row),
  remark: row.remark,
  emails: row.emails,
  items: items.map(({ item, kind, title, user_id, nickname, amount_fen, at }) => ({
    id: item,
    kind: kind as 'order' | 'usage',
    title,
    account: user_id === row.user_id ? null : { id: user_id, nickname },
    amount: yuanOfFen(amount_fen),
    at: at.toISOString(),
    day: dayOf(at),
  })),
  events: events.map(({ state, at, actor, note }) => ({
    state: state as InvoiceState,
    at: at.toISOString(),
    actor: actor as InvoiceActor,
    note,
  })),
  mails: mails.map((mail) => ({
    email: mail.email,
    state: mailState(mail),
    at: (mail.sent_at ?? mail.due_at ?? mail.created_at).toISOString(),
  })),
  amount_in_capitals: yuanInCapitals(row.amount_fen),
  red_number: row.red_number,
  flush_until: row.state === 'issued' ? (flushUntil(row)?.toISOString() ?? null) : null,
})
