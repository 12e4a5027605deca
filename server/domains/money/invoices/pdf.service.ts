import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { invoiceFilesRepo } from '#server/domains/money/invoices/files.repo.ts'
import { hasOriginalFile, type InvoiceParts } from '#server/domains/money/invoices/invoices.presenter.ts'
import { getInvoiceParts, getOwnInvoiceParts } from '#server/domains/money/invoices/invoices.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Returns the PDF of a numbered invoice: the original an operator uploaded, else one rendered by the platform. */
export async function getInvoicePdf(
  { invoice_issuer: invoiceIssuer, config, database }: Pick<Deps, 'invoice_issuer' | 'config' | 'database'>,
  { row, items }: InvoiceParts,
): Promise<Download & { body: Buffer }> {
  if (!row.number) throw new Refusal('invoice_state', { message: '开票之后才能下载' })
  const original = hasOriginalFile(row) ? await invoiceFilesRepo(database.kysely).bytes(row.id) : undefined
  const seller = invoiceIssuer?.seller ?? { name: config.bank?.account_name ?? config.brand, tax_number: '见发票原件' }
  const render = async () => {
    // Loaded when used only: see docs/decisions/088.
    const { renderInvoicePdf } = await import('#server/domains/money/invoices/statement.pdf.ts')
    return await renderInvoicePdf({ row, items, seller })
  }
  return {
    body: original ?? (await render()),
    type: 'application/pdf',
    file_name: `发票-${row.number}.pdf`,
  }
}

const getDb = ({ deps }: Context): Kysely<DB> => deps.database.kysely

export const getOwnInvoicePdf = async (ctx: Context, id: string) =>
  getInvoicePdf(ctx.deps, await getOwnInvoiceParts(getDb(ctx), ctx.caller.user_id, id))
export const getAnyInvoicePdf = async (ctx: Context, id: string) => getInvoicePdf(ctx.deps, await getInvoiceParts(getDb(ctx), id))
