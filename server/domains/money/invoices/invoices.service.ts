import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { InvoiceDetail } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { invoiceEmailsRepo } from '#server/domains/money/invoices/emails.repo.ts'
import { loadInvoiceableSummary } from '#server/domains/money/invoices/invoiceable.service.ts'
import {
  computeFlushDeadline,
  type InvoiceParts,
  presentInvoice,
  presentInvoiceDetail,
} from '#server/domains/money/invoices/invoices.presenter.ts'
import { type InvoiceRow, invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { invoiceMailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { invoicesChannel, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notifyAfterCommit } from '#server/tx.ts'

const resendsPerDay = 10

/** Sums the fen on a user's live invoices refunded since: not withdrawable before a red invoice (product §5). */
export const getOverInvoicedFen = (db: Kysely<DB>, userId: string): Promise<bigint> => invoicesRepo(db).beyondOf(userId)

/** Loads all parts of one invoice without an ownership check. */
export async function getInvoiceParts(db: Kysely<DB>, id: string): Promise<InvoiceParts> {
  const repo = invoicesRepo(db)
  const row = await repo.find(id)
  if (!row) throw new Refusal('not_found')
  return { row, items: await repo.items(id), events: await repo.events(id), mails: await invoiceMailsRepo(db).of(id) }
}

/** Like `getInvoiceParts`, but throws `not_found` for another user's invoice. */
export async function getOwnInvoiceParts(db: Kysely<DB>, userId: string, id: string): Promise<InvoiceParts> {
  const parts = await getInvoiceParts(db, id)
  if (parts.row.user_id !== userId) throw new Refusal('not_found')
  return parts
}

export const getInvoiceable = ({ deps, caller }: Context) =>
  loadInvoiceableSummary(deps.database.kysely, caller.user_id, deps.clock.now())

export async function listInvoices({ deps, caller }: Context, query: Parameters<ReturnType<typeof invoicesRepo>['list']>[1]) {
  const { items, total } = await invoicesRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentInvoice), total }
}

export const getInvoice = async ({ deps, caller }: Context, id: string) =>
  presentInvoiceDetail(await getOwnInvoiceParts(deps.database.kysely, caller.user_id, id))

async function lockOwnInvoice(db: Kysely<DB>, userId: string, id: string): Promise<InvoiceRow> {
  const row = await invoicesRepo(db).lock(id)
  if (row?.user_id !== userId) throw new Refusal('not_found')
  return row
}

/** Returns the chosen addresses; refuses if one is not verified. */
export async function requireVerifiedEmails(db: Kysely<DB>, userId: string, chosen: readonly string[]): Promise<string[]> {
  const own = new Set(
    (await invoiceEmailsRepo(db).all(userId)).flatMap(({ email, verified_at: verifiedAt }) => (verifiedAt ? [email] : [])),
  )
  const emails = [...new Set(chosen)]
  const message = '请选择已验证的收票邮箱'
  if (!emails.every((email) => own.has(email))) throw new Refusal('invoice_email_unverified', { errors: { emails: [message] } })
  return emails
}

type InvoiceDetailPromise = Promise<z.input<typeof InvoiceDetail>>

export const withdrawInvoice = (ctx: Context, id: string): InvoiceDetailPromise =>
  ctx.transaction(async (tx) => {
    const { user_id: userId } = ctx.caller
    const row = await lockOwnInvoice(tx.db, userId, id)
    await moveInvoice(tx, row, { step: 'withdraw', actor: 'user', actor_id: userId })
    return presentInvoiceDetail(await getInvoiceParts(tx.db, id))
  })

/** Requests a red invoice; an operator decides. */
export const requestInvoiceFlush = (ctx: Context, id: string, reason: string): InvoiceDetailPromise =>
  ctx.transaction(async (tx) => {
    const { user_id: userId } = ctx.caller
    const row = await lockOwnInvoice(tx.db, userId, id)
    const until = computeFlushDeadline(row)
    if (row.state === 'issued' && until && ctx.deps.clock.now() >= until) throw new Refusal('invoice_flush_late')
    const asked = { step: 'ask_flush', actor: 'user', actor_id: userId, note: reason, changes: { reason } } as const
    await moveInvoice(tx, row, asked)
    return presentInvoiceDetail(await getInvoiceParts(tx.db, id))
  })

export async function resendInvoice(ctx: Context, id: string, chosen: readonly string[]): InvoiceDetailPromise {
  const { deps, caller } = ctx
  await getOwnInvoiceParts(deps.database.kysely, caller.user_id, id)
  const policy = createWindowPolicy(resendsPerDay, 86_400)
  const message = `一张发票每天最多再寄 ${resendsPerDay} 次，可以直接下载 PDF`
  await claimRateSlots(deps, [{ key: `invoice-resend:${id}`, policy, refusal: 'too_many_requests', message }])
  return ctx.transaction(async (tx) => {
    const row = await lockOwnInvoice(tx.db, caller.user_id, id)
    if (!row.number) throw new Refusal('invoice_state', { message: '开票之后才能寄送' })
    const now = deps.clock.now()
    const emails = await requireVerifiedEmails(tx.db, caller.user_id, chosen)
    await invoiceMailsRepo(tx.db).insert(buildInvoiceMails(row.id, emails, now))
    await publishChange(tx, { user_id: row.user_id, resource: 'invoices', id })
    notifyAfterCommit(tx, invoicesChannel, '')
    return presentInvoiceDetail(await getInvoiceParts(tx.db, id))
  })
}

/** Builds mail rows due at once. */
export const buildInvoiceMails = (invoiceId: string, emails: readonly string[], now: Date) =>
  emails
    .slice(0, limits.invoiceEmailsMax)
    .map((email) => ({ id: newId('mail'), invoice_id: invoiceId, email, created_at: now, due_at: now }))
