import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { InvoiceDetail } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { emailsRepo } from '#server/domains/money/invoices/emails.repo.ts'
import { showInvoiceable } from '#server/domains/money/invoices/invoiceable.service.ts'
import {
  flushUntil,
  type InvoiceParts,
  presentDetail,
  presentInvoice,
} from '#server/domains/money/invoices/invoices.presenter.ts'
import { type InvoiceRow, invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { mailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { invoices_channel, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { takeSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

const resends_per_day = 10

/** Fen of a user's live invoices whose orders have been paid back since: what may not be withdrawn before a red invoice (product §5). */
export const invoicedBeyondConsumption = (db: Kysely<DB>, user_id: string): Promise<bigint> => invoicesRepo(db).beyondOf(user_id)

/** Everything about one invoice, whoever asks. */
export async function partsOf(db: Kysely<DB>, id: string): Promise<InvoiceParts> {
  const repo = invoicesRepo(db)
  const row = await repo.find(id)
  if (!row) throw new Refusal('not_found')
  return { row, items: await repo.items(id), events: await repo.events(id), mails: await mailsRepo(db).of(id) }
}

/** As `partsOf`; what belongs to somebody else does not exist. */
export async function ownParts(db: Kysely<DB>, user_id: string, id: string): Promise<InvoiceParts> {
  const parts = await partsOf(db, id)
  if (parts.row.user_id !== user_id) throw new Refusal('not_found')
  return parts
}

export const getInvoiceable = ({ deps, caller }: Context) =>
  showInvoiceable(deps.database.kysely, caller.user_id, deps.clock.now())

export async function listInvoices({ deps, caller }: Context, query: Parameters<ReturnType<typeof invoicesRepo>['list']>[1]) {
  const { items, total } = await invoicesRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentInvoice), total }
}

export const getInvoice = async ({ deps, caller }: Context, id: string) =>
  presentDetail(await ownParts(deps.database.kysely, caller.user_id, id))

async function lockOwn(db: Kysely<DB>, user_id: string, id: string): Promise<InvoiceRow> {
  const row = await invoicesRepo(db).lock(id)
  if (row?.user_id !== user_id) throw new Refusal('not_found')
  return row
}

/** The addresses a user chose, if each is verified. */
export async function verifiedEmails(db: Kysely<DB>, user_id: string, chosen: readonly string[]): Promise<string[]> {
  const own = new Set((await emailsRepo(db).all(user_id)).flatMap(({ email, verified_at }) => (verified_at ? [email] : [])))
  const emails = [...new Set(chosen)]
  const message = '请选择已验证的收票邮箱'
  if (!emails.every((email) => own.has(email))) throw new Refusal('invoice_email_unverified', { errors: { emails: [message] } })
  return emails
}

type Detail = Promise<z.input<typeof InvoiceDetail>>

export const withdrawInvoice = (ctx: Context, id: string): Detail =>
  ctx.transaction(async (tx) => {
    const { user_id } = ctx.caller
    const row = await lockOwn(tx.db, user_id, id)
    await moveInvoice(tx, row, { step: 'withdraw', actor: 'user', actor_id: user_id })
    return presentDetail(await partsOf(tx.db, id))
  })

/** Asks for a red invoice; an operator decides. */
export const askFlush = (ctx: Context, id: string, reason: string): Detail =>
  ctx.transaction(async (tx) => {
    const { user_id } = ctx.caller
    const row = await lockOwn(tx.db, user_id, id)
    const until = flushUntil(row)
    if (row.state === 'issued' && until && ctx.deps.clock.now() >= until) throw new Refusal('invoice_flush_late')
    const asked = { step: 'ask_flush', actor: 'user', actor_id: user_id, note: reason, changes: { reason } } as const
    await moveInvoice(tx, row, asked)
    return presentDetail(await partsOf(tx.db, id))
  })

export async function resendInvoice(ctx: Context, id: string, chosen: readonly string[]): Detail {
  const { deps, caller } = ctx
  await ownParts(deps.database.kysely, caller.user_id, id)
  const policy = atMost(resends_per_day, 86_400)
  const message = `一张发票每天最多再寄 ${resends_per_day} 次，可以直接下载 PDF`
  await takeSlots(deps, [{ key: `invoice-resend:${id}`, policy, refusal: 'too_many_requests', message }])
  return ctx.transaction(async (tx) => {
    const row = await lockOwn(tx.db, caller.user_id, id)
    if (!row.number) throw new Refusal('invoice_state', { message: '开票之后才能寄送' })
    const now = deps.clock.now()
    const emails = await verifiedEmails(tx.db, caller.user_id, chosen)
    await mailsRepo(tx.db).insert(mailsFor(row.id, emails, now))
    await publishChange(tx, { user_id: row.user_id, resource: 'invoices', id })
    tx.afterCommit(() => deps.database.notify(invoices_channel, ''), invoices_channel)
    return presentDetail(await partsOf(tx.db, id))
  })
}

/** Rows of what is to be mailed at once. */
export const mailsFor = (invoice_id: string, emails: readonly string[], now: Date) =>
  emails
    .slice(0, limits.invoice_emails_max)
    .map((email) => ({ id: newId('mail'), invoice_id, email, created_at: now, due_at: now }))
