import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { filesRepo } from '#server/domains/money/invoices/files.repo.ts'
import { hasOriginal, type InvoiceParts } from '#server/domains/money/invoices/invoices.presenter.ts'
import { ownParts, partsOf } from '#server/domains/money/invoices/invoices.service.ts'
import { invoicePdf } from '#server/domains/money/invoices/statement.pdf.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** The PDF of an invoice that has a number: the original where an operator uploaded it, else as the platform sets it. */
export async function pdfOf(
  { invoice_issuer, config, database }: Pick<Deps, 'invoice_issuer' | 'config' | 'database'>,
  { row, items }: InvoiceParts,
): Promise<Download & { body: Buffer }> {
  if (!row.number) throw new Refusal('invoice_state', { message: '开票之后才能下载' })
  const original = hasOriginal(row) ? await filesRepo(database.kysely).bytes(row.id) : undefined
  const seller = invoice_issuer?.seller ?? { name: config.bank?.account_name ?? config.brand, tax_number: '见发票原件' }
  return {
    body: original ?? (await invoicePdf({ row, items, seller })),
    type: 'application/pdf',
    file_name: `发票-${row.number}.pdf`,
  }
}

const db = ({ deps }: Context): Kysely<DB> => deps.database.kysely

export const ownPdf = async (ctx: Context, id: string) => pdfOf(ctx.deps, await ownParts(db(ctx), ctx.caller.user_id, id))
export const anyPdf = async (ctx: Context, id: string) => pdfOf(ctx.deps, await partsOf(db(ctx), id))
