import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { InvoiceDetail, InvoiceForm, InvoiceKind } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import type { DB } from '#server/db/types.ts'
import { invoiceableOf } from '#server/domains/money/invoices/invoiceable.service.ts'
import { presentDetail } from '#server/domains/money/invoices/invoices.presenter.ts'
import { invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { partsOf, verifiedEmails } from '#server/domains/money/invoices/invoices.service.ts'
import { titlesRepo } from '#server/domains/money/invoices/titles.repo.ts'
import { mayBeSpecial } from '#server/domains/money/invoices/titles.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const refuseTitle = (message: string) => refuseField('invoice_title_unfit', 'title_id', message)

/** What is printed, as it stands now (product §5: 专票 for companies and universities, with all particulars). */
async function titleFor(db: Kysely<DB>, user_id: string, id: string, kind: InvoiceKind): Promise<string> {
  const row = await titlesRepo(db).find(user_id, id)
  if (!row) throw refuseField('not_found', 'title_id', '抬头不存在或已被删除，请重新选择')
  if (kind === 'special' && row.holder === 'person') throw refuseTitle('个人只能开普通发票')
  if (kind === 'special' && !mayBeSpecial(row)) throw refuseTitle('专用发票需要注册地址、电话、开户银行和账号，请先补全这个抬头')
  const { holder, name, tax_number, address, phone, bank, bank_account } = row
  return JSON.stringify({ holder, name, tax_number, address, phone, bank, bank_account })
}

/** The chosen items, if all may be invoiced now and their sum is what the person has confirmed. */
async function itemsFor(trx: Transaction<DB>, user_id: string, { item_ids, amount }: InvoiceForm, now: Date) {
  const { items } = await invoiceableOf(trx, user_id, now)
  const by_id = new Map(items.map((item) => [item.item, item]))
  const chosen = item_ids.map((id) => by_id.get(id))
  const known = chosen.filter((item) => item !== undefined)
  if (known.length < chosen.length) throw refuseField('invoice_item_taken', 'item_ids')
  if (known.some(({ ready }) => !ready)) throw refuseField('invoice_not_confirmed', 'item_ids')
  const amount_fen = known.reduce((sum, { fen }) => sum + fen, 0n)
  if (yuanOfFen(amount_fen) !== amount) throw refuseField('invoice_amount_changed', 'item_ids')
  if (amount_fen < BigInt(limits.invoice_min_fen)) throw refuseField('invoice_too_small', 'item_ids')
  return { items: known, amount_fen }
}

/** Asks for an invoice. Requests of one account go one after the other; the database refuses an item that is taken. */
export async function placeRequest(tx: Tx, user_id: string, form: InvoiceForm): Promise<z.input<typeof InvoiceDetail>> {
  await titlesRepo(tx.db).lockOwner(user_id)
  const now = tx.now()
  const title = await titleFor(tx.db, user_id, form.title_id, form.kind)
  const emails = await verifiedEmails(tx.db, user_id, form.emails)
  const { items, amount_fen } = await itemsFor(tx.db, user_id, form, now)
  const id = newId('invoice')
  const repo = invoicesRepo(tx.db)
  const { kind, remark } = form
  await repo.insert({ id, user_id, kind, state: 'pending', amount_fen, title, emails, remark, created_at: now })
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
    throw violatedConstraint(error) === 'invoice_items_live' ? refuseField('invoice_item_taken', 'item_ids') : error
  })
  await repo.addEvent({ invoice_id: id, state: 'pending', at: now, actor: 'user', actor_id: user_id })
  await publishChange(tx, { user_id, resource: 'invoices', id })
  return presentDetail(await partsOf(tx.db, id))
}

export const requestInvoice = (ctx: Context, form: InvoiceForm): Promise<z.input<typeof InvoiceDetail>> =>
  ctx.transaction((tx) => placeRequest(tx, ctx.caller.user_id, form))
