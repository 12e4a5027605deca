import type { z } from 'zod'
import type { OperatorInvoiceDetail } from '#contract/operator/invoices.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import { isOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { tellFlushDeclined, tellFlushed, tellRejected } from '#server/domains/money/invoices/invoices.notifications.ts'
import { presentDetail, presentForOperator } from '#server/domains/money/invoices/invoices.presenter.ts'
import { type InvoiceRow, invoicesRepo, type ListedInvoice } from '#server/domains/money/invoices/invoices.repo.ts'
import { mailsFor, partsOf } from '#server/domains/money/invoices/invoices.service.ts'
import { mailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { type Move, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

type Parts = Awaited<ReturnType<typeof partsOf>>
export type Detail = Promise<z.input<typeof OperatorInvoiceDetail>>
type Run = Parameters<Parameters<Context['transaction']>[0]>
/** A step of an operator's, with what the audit log says beside its state. */
type Decision = Omit<Move, 'actor' | 'actor_id'> & { audited?: { before?: object; after: object } }

const present = (parts: Parts): z.input<typeof OperatorInvoiceDetail> => ({
  ...presentDetail(parts),
  ...presentForOperator(parts.row),
})

export async function listForOperator({ deps }: Context, query: Parameters<ReturnType<typeof invoicesRepo>['queue']>[0]) {
  const { items, total } = await invoicesRepo(deps.database.kysely).queue({ ...query, order: query.order ?? 'desc' })
  return { items: items.map(presentForOperator), total }
}

export const getForOperator = async ({ deps }: Context, id: string): Detail => present(await partsOf(deps.database.kysely, id))

/** Two at once with one number: the database refuses the second. */
async function oneNumberOnce(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw violatedConstraint(error)?.endsWith('number_key') ? refuseField('invoice_number_taken', 'number') : error
  })
}

export function refusePaidBack({ beyond_fen }: Pick<ListedInvoice, 'beyond_fen'>): void {
  if (beyond_fen > 0n) throw new Refusal('invoice_state', { message: '所含订单已退款，请驳回' })
}

/**
 * Locks an invoice, does one step of an operator's, and audits it; `after` tells whom it concerns. Nobody decides on
 * what they asked for themselves.
 */
export const decide = (
  ctx: Context,
  id: string,
  decisionOn: (row: ListedInvoice) => Decision,
  after?: (...run: [...Run, InvoiceRow]) => Promise<void>,
): Detail =>
  ctx.transaction(async (tx) => {
    const repo = invoicesRepo(tx.db)
    const row = await repo.lock(id)
    if (!row) throw new Refusal('not_found')
    if (await isOwnAccount(tx.db, ctx.caller.user_id, row.user_id)) throw new Refusal('own_review')
    const { audited, ...move } = decisionOn((await repo.find(id))!)
    for (const number of [move.changes?.number, move.changes?.red_number])
      if (number && (await repo.hasNumber(number, id))) throw refuseField('invoice_number_taken', 'number')
    await oneNumberOnce(() => moveInvoice(tx, row, { ...move, actor: 'operator', actor_id: ctx.caller.user_id }))
    const detail = await partsOf(tx.db, id)
    ctx.audit({
      before: { state: row.state, ...audited?.before },
      after: { state: detail.row.state, step: move.step, note: move.note ?? '', ...audited?.after },
    })
    await after?.(tx, detail.row)
    return present(await partsOf(tx.db, id))
  })

export function approveInvoice(ctx: Context, id: string): Detail {
  const now = ctx.deps.clock.now()
  if (!ctx.deps.invoice_issuer)
    throw new Refusal('invoice_state', { message: '平台没有接入开票服务：请在电子税务局开具后，用「登记手工开具」上传 PDF' })
  return decide(ctx, id, (row) => {
    refusePaidBack(row)
    return { step: 'approve', changes: { asked_at: now, due_at: now, attempts: 0 } }
  })
}

export const rejectInvoice = (ctx: Context, id: string, reason: string): Detail =>
  decide(
    ctx,
    id,
    () => ({ step: 'reject', note: reason, changes: { reason } }),
    (tx, row) => tellRejected(tx, row, reason),
  )

/** What was issued by hand is flushed by hand, too: then the number of the red invoice is entered. */
export function approveFlush(ctx: Context, id: string, number: string | undefined): Detail {
  const now = ctx.deps.clock.now()
  return decide(
    ctx,
    id,
    (row) => {
      if (row.flush_approved) throw new Refusal('invoice_state', { message: '红冲已批准，正在开红字发票' })
      if (!row.by_hand && ctx.deps.invoice_issuer)
        return { step: 'approve_flush', changes: { flush_approved: true, asked_at: now, due_at: now, attempts: 0 } }
      if (row.state === 'flushing' && !number) throw refuseField('invalid', 'number', '这张发票是手工开具的，请输入红字发票号码')
      return { step: 'flush', changes: { flush_approved: true, red_number: number! } }
    },
    async (tx, row) => {
      if (row.state !== 'flushed') return
      await mailsRepo(tx.db).insert(mailsFor(row.id, row.emails, now))
      await tellFlushed(tx, row)
    },
  )
}

export const declineFlush = (ctx: Context, id: string, reason: string): Detail =>
  decide(
    ctx,
    id,
    (row) => {
      if (row.flush_approved) throw new Refusal('invoice_state', { message: '红冲已批准，不能退回' })
      if (row.beyond_fen > 0n) throw new Refusal('invoice_state', { message: '所含订单已退款，必须红冲' })
      return { step: 'decline_flush', note: reason, changes: { reason: null } }
    },
    (tx, row) => tellFlushDeclined(tx, row, reason),
  )
