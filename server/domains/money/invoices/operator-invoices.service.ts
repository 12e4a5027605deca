import type { z } from 'zod'
import type { OperatorInvoiceDetail } from '#contract/operator/invoices.ts'
import { findViolatedConstraint } from '#server/db/errors.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import {
  notifyFlushDeclined,
  notifyInvoiceFlushed,
  notifyInvoiceRejected,
} from '#server/domains/money/invoices/invoices.notifications.ts'
import { presentInvoiceDetail, presentOperatorInvoice } from '#server/domains/money/invoices/invoices.presenter.ts'
import { type InvoiceRow, invoicesRepo, type ListedInvoice } from '#server/domains/money/invoices/invoices.repo.ts'
import { buildInvoiceMails, getInvoiceParts } from '#server/domains/money/invoices/invoices.service.ts'
import { invoiceMailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { type InvoiceMove, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type Parts = Awaited<ReturnType<typeof getInvoiceParts>>
export type OperatorInvoicePromise = Promise<z.input<typeof OperatorInvoiceDetail>>
type TransactionArgs = Parameters<Parameters<Context['transaction']>[0]>
/** An operator's step, with the data the audit log records besides the state. */
type Decision = Omit<InvoiceMove, 'actor' | 'actor_id'> & { audited?: { before?: object; after: object } }

const present = (parts: Parts): z.input<typeof OperatorInvoiceDetail> => ({
  ...presentInvoiceDetail(parts),
  ...presentOperatorInvoice(parts.row),
})

export async function listOperatorInvoices({ deps }: Context, query: Parameters<ReturnType<typeof invoicesRepo>['queue']>[0]) {
  const { items, total } = await invoicesRepo(deps.database.kysely).queue({ ...query, order: query.order ?? 'desc' })
  return { items: items.map(presentOperatorInvoice), total }
}

export const getOperatorInvoice = async ({ deps }: Context, id: string): OperatorInvoicePromise =>
  present(await getInvoiceParts(deps.database.kysely, id))

/** Maps a unique violation by two concurrent steps with one invoice number to a refusal at the field. */
async function assertUniqueNumber(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw findViolatedConstraint(error)?.endsWith('number_key') ? createFieldRefusal('invoice_number_taken', 'number') : error
  })
}

export function assertNotPaidBack({ beyond_fen: beyondFen }: Pick<ListedInvoice, 'beyond_fen'>): void {
  if (beyondFen > 0n) throw new Refusal('invoice_state', { message: '所含订单已退款，请驳回' })
}

/**
 * Locks an invoice, applies an operator's step and audits it; `after` notifies those concerned. Nobody decides on their own
 * request.
 */
export const decideInvoice = (
  ctx: Context,
  id: string,
  decisionOn: (row: ListedInvoice) => Decision,
  after?: (...run: [...TransactionArgs, InvoiceRow]) => Promise<void>,
): OperatorInvoicePromise =>
  ctx.transaction(async (tx) => {
    const repo = invoicesRepo(tx.db)
    const row = await repo.lock(id)
    if (!row) throw new Refusal('not_found')
    if (await isOperatorOwnAccount(tx.db, ctx.caller.user_id, row.user_id)) throw new Refusal('own_review')
    const { audited, ...move } = decisionOn((await repo.find(id))!)
    for (const number of [move.changes?.number, move.changes?.red_number])
      if (number && (await repo.hasNumber(number, id))) throw createFieldRefusal('invoice_number_taken', 'number')
    await assertUniqueNumber(() => moveInvoice(tx, row, { ...move, actor: 'operator', actor_id: ctx.caller.user_id }))
    const detail = await getInvoiceParts(tx.db, id)
    ctx.audit({
      before: { state: row.state, ...audited?.before },
      after: { state: detail.row.state, step: move.step, note: move.note ?? '', ...audited?.after },
    })
    await after?.(tx, detail.row)
    return present(await getInvoiceParts(tx.db, id))
  })

export function approveInvoice(ctx: Context, id: string): OperatorInvoicePromise {
  const now = ctx.deps.clock.now()
  if (!ctx.deps.invoice_issuer)
    throw new Refusal('invoice_state', { message: '平台没有接入开票服务：请在电子税务局开具后，用「登记手工开具」上传 PDF' })
  return decideInvoice(ctx, id, (row) => {
    assertNotPaidBack(row)
    return { step: 'approve', changes: { asked_at: now, due_at: now, attempts: 0 } }
  })
}

export const rejectInvoice = (ctx: Context, id: string, reason: string): OperatorInvoicePromise =>
  decideInvoice(
    ctx,
    id,
    () => ({ step: 'reject', note: reason, changes: { reason } }),
    (tx, row) => notifyInvoiceRejected(tx, row, reason),
  )

/** Approves a red invoice. For an invoice issued by hand the red invoice is too, and its number is entered here. */
export function approveInvoiceFlush(ctx: Context, id: string, number: string | undefined): OperatorInvoicePromise {
  const now = ctx.deps.clock.now()
  return decideInvoice(
    ctx,
    id,
    (row) => {
      if (row.flush_approved) throw new Refusal('invoice_state', { message: '红冲已批准，正在开红字发票' })
      if (!row.by_hand && ctx.deps.invoice_issuer)
        return { step: 'approve_flush', changes: { flush_approved: true, asked_at: now, due_at: now, attempts: 0 } }
      if (row.state === 'flushing' && !number)
        throw createFieldRefusal('invalid', 'number', '这张发票是手工开具的，请输入红字发票号码')
      return { step: 'flush', changes: { flush_approved: true, red_number: number! } }
    },
    async (tx, row) => {
      if (row.state !== 'flushed') return
      await invoiceMailsRepo(tx.db).insert(buildInvoiceMails(row.id, row.emails, now))
      await notifyInvoiceFlushed(tx, row)
    },
  )
}

export const declineInvoiceFlush = (ctx: Context, id: string, reason: string): OperatorInvoicePromise =>
  decideInvoice(
    ctx,
    id,
    (row) => {
      if (row.flush_approved) throw new Refusal('invoice_state', { message: '红冲已批准，不能退回' })
      if (row.beyond_fen > 0n) throw new Refusal('invoice_state', { message: '所含订单已退款，必须红冲' })
      return { step: 'decline_flush', note: reason, changes: { reason: null } }
    },
    (tx, row) => notifyFlushDeclined(tx, row, reason),
  )
