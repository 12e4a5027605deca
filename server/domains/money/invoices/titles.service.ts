import type { z } from 'zod'
import type { InvoiceTitle, InvoiceTitleForm, TitleHolder } from '#contract/invoice-titles.ts'
import { limits } from '#contract/limits.ts'
import { type InvoiceTitleRow, invoiceTitlesRepo } from '#server/domains/money/invoices/titles.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** Fields that a 专票 must print (product §5). */
const specialFields = ['address', 'phone', 'bank', 'bank_account'] as const
export const canIssueSpecialInvoice = (row: Pick<InvoiceTitleRow, 'holder' | (typeof specialFields)[number]>): boolean =>
  row.holder !== 'person' && specialFields.every((field) => row[field] !== '')

const present = (row: InvoiceTitleRow): z.input<typeof InvoiceTitle> => ({
  ...row,
  holder: row.holder as TitleHolder,
  special_ready: canIssueSpecialInvoice(row),
  created_at: row.created_at.toISOString(),
})

/** Fills the company-only fields with empty strings for a person's title. */
const toTitleColumns = (form: InvoiceTitleForm) => ({ address: '', phone: '', bank: '', bank_account: '', ...form })

export async function listInvoiceTitles(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof invoiceTitlesRepo>['list']>[1],
) {
  const { items, total } = await invoiceTitlesRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(present), total }
}

export async function getInvoiceTitle({ deps, caller }: Context, id: string) {
  const row = await invoiceTitlesRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export const createInvoiceTitle = ({ deps, caller, transaction }: Context, form: InvoiceTitleForm) =>
  transaction(async (tx) => {
    const repo = invoiceTitlesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const count = await repo.count(caller.user_id)
    if (count >= limits.invoiceTitlesMax) throw new Refusal('invoice_title_limit')
    const isDefault = form.is_default || count === 0
    if (isDefault) await repo.clearDefault(caller.user_id)
    const row = {
      ...toTitleColumns(form),
      id: newId('title'),
      user_id: caller.user_id,
      is_default: isDefault,
      created_at: deps.clock.now(),
    }
    const created = await repo.insert(row)
    if (!created) throw createFieldRefusal('invoice_title_taken', 'name')
    return present(created)
  })

export const updateInvoiceTitle = ({ caller, transaction }: Context, id: string, form: InvoiceTitleForm) =>
  transaction(async (tx) => {
    const repo = invoiceTitlesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const before = await repo.find(caller.user_id, id)
    if (!before) throw new Refusal('not_found')
    if (await repo.hasOther(caller.user_id, id, form)) throw createFieldRefusal('invoice_title_taken', 'name')
    if (form.is_default && !before.is_default) await repo.clearDefault(caller.user_id)
    // the default title stays the default until another one replaces it
    return present(
      (await repo.update(caller.user_id, id, { ...toTitleColumns(form), is_default: before.is_default || form.is_default }))!,
    )
  })

export const setDefaultInvoiceTitle = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    const repo = invoiceTitlesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    if (!(await repo.find(caller.user_id, id))) throw new Refusal('not_found')
    await repo.clearDefault(caller.user_id)
    return present((await repo.update(caller.user_id, id, { is_default: true }))!)
  })

export const deleteInvoiceTitle = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    if (!(await invoiceTitlesRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
    return null
  })
