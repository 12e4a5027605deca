import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { InvoiceDetail, InvoiceForm, InvoiceKind } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { findViolatedConstraint } from '#server/db/errors.ts'
import type { DB } from '#server/db/types.ts'
import { loadInvoiceable } from '#server/domains/money/invoices/invoiceable.service.ts'
import { presentInvoiceDetail } from '#server/domains/money/invoices/invoices.presenter.ts'
import { invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { getInvoiceParts, requireVerifiedEmails } from '#server/domains/money/invoices/invoices.service.ts'
import { invoiceTitlesRepo } from '#server/domains/money/invoices/titles.repo.ts'
import { canIssueSpecialInvoice } from '#server/domains/money/invoices/titles.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const createTitleRefusal = (message: string) => createFieldRefusal('invoice_title_unfit', 'title_id', message)

/** Returns the title to print, frozen as of now (product §5: 专票 only for companies and universities, with all particulars). */
async function getPrintedTitle(db: Kysely<DB>, userId: string, id: string, kind: InvoiceKind): Promise<string> {
  const row = await invoiceTitlesRepo(db).find(userId, id)
  if (!row) throw createFieldRefusal('not_found', 'title_id', '抬头不存在或已被删除，请重新选择')
  if (kind === 'special' && row.holder === 'person') throw createTitleRefusal('个人只能开普通发票')
  if (kind === 'special' && !canIssueSpecialInvoice(row))
    throw createTitleRefusal('专用发票需要注册地址、电话、开户银行和账号，请先补全这个抬头')
  const { holder, name, tax_number: taxNumber, address, phone, bank, bank_account: bankAccount } = row
  return JSON.stringify({ holder, name, tax_number: taxNumber, address, phone, bank, bank_account: bankAccount })
}

/** Returns the chosen items; refuses unless all may be invoiced now and their sum equals the amount the user confirmed. */
async function getChosenItems(trx: Transaction<DB>, userId: string, { item_ids: itemIds, amount }: InvoiceForm, now: Date) {
  const { items } = await loadInvoiceable(trx, userId, now)
  const byId = new Map(items.map((item) => [item.item, item]))
  const chosen = itemIds.map((id) => byId.get(id))
  const known = chosen.filter((item) => item !== undefined)
  if (known.length < chosen.length) throw createFieldRefusal('invoice_item_taken', 'item_ids')
  if (known.some(({ ready }) => !ready)) throw createFieldRefusal('invoice_not_confirmed', 'item_ids')
  const amountFen = known.reduce((sum, { fen }) => sum + fen, 0n)
  if (formatFenAsYuan(amountFen) !== amount) throw createFieldRefusal('invoice_amount_changed', 'item_ids')
  if (amountFen < BigInt(limits.invoiceMinFen)) throw createFieldRefusal('invoice_too_small', 'item_ids')
  return { items: known, amount_fen: amountFen }
}

/** Creates an invoice request. Requests of one account are serialized; the database refuses an item already taken. */
export async function createInvoiceRequest(tx: Tx, userId: string, form: InvoiceForm): Promise<z.input<typeof InvoiceDetail>> {
  await invoiceTitlesRepo(tx.db).lockOwner(userId)
  const now = tx.now()
  const title = await getPrintedTitle(tx.db, userId, form.title_id, form.kind)
  const emails = await requireVerifiedEmails(tx.db, userId, form.emails)
  const { items, amount_fen: amountFen } = await getChosenItems(tx.db, userId, form, now)
  const id = newId('invoice')
  const repo = invoicesRepo(tx.db)
  const { kind, remark } = form
  await repo.insert({
    id,
    user_id: userId,
    kind,
    state: 'pending',
    amount_fen: amountFen,
    title,
    emails,
    remark,
    created_at: now,
  })
  const rows = items.map((item) => ({
    invoice_id: id,
    item: item.item,
    kind: item.kind,
    user_id: item.user_id,
    title: item.title,
    amount_fen: item.fen,
    at: item.at,
  }))
  await repo.insertItems(rows).catch((error) => {
    throw findViolatedConstraint(error) === 'invoice_items_live' ? createFieldRefusal('invoice_item_taken', 'item_ids') : error
  })
  await repo.addEvent({ invoice_id: id, state: 'pending', at: now, actor: 'user', actor_id: userId })
  await publishChange(tx, { user_id: userId, resource: 'invoices', id })
  return presentInvoiceDetail(await getInvoiceParts(tx.db, id))
}

export const requestInvoice = (ctx: Context, form: InvoiceForm): Promise<z.input<typeof InvoiceDetail>> =>
  ctx.transaction((tx) => createInvoiceRequest(tx, ctx.caller.user_id, form))
