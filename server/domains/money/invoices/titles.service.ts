import type { z } from 'zod'
import type { InvoiceTitle, InvoiceTitleForm, TitleHolder } from '#contract/invoice-titles.ts'
import { limits } from '#contract/limits.ts'
import { type TitleRow, titlesRepo } from '#server/domains/money/invoices/titles.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** 专票 prints all of these (product §5). */
const special_fields = ['address', 'phone', 'bank', 'bank_account'] as const
export const mayBeSpecial = (row: Pick<TitleRow, 'holder' | (typeof special_fields)[number]>): boolean =>
  row.holder !== 'person' && special_fields.every((field) => row[field] !== '')

const present = (row: TitleRow): z.input<typeof InvoiceTitle> => ({
  ...row,
  holder: row.holder as TitleHolder,
  special_ready: mayBeSpecial(row),
  created_at: row.created_at.toISOString(),
})

/** A person has none of what a company's title has. */
const columnsOf = (form: InvoiceTitleForm) => ({ address: '', phone: '', bank: '', bank_account: '', ...form })

export async function listTitles({ deps, caller }: Context, query: Parameters<ReturnType<typeof titlesRepo>['list']>[1]) {
  const { items, total } = await titlesRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(present), total }
}

export async function getTitle({ deps, caller }: Context, id: string) {
  const row = await titlesRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export const createTitle = ({ deps, caller, transaction }: Context, form: InvoiceTitleForm) =>
  transaction(async (tx) => {
    const repo = titlesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const count = await repo.count(caller.user_id)
    if (count >= limits.invoice_titles_max) throw new Refusal('invoice_title_limit')
    const is_default = form.is_default || count === 0
    if (is_default) await repo.clearDefault(caller.user_id)
    const row = { ...columnsOf(form), id: newId('title'), user_id: caller.user_id, is_default, created_at: deps.clock.now() }
    const created = await repo.insert(row)
    if (!created) throw refuseField('invoice_title_taken', 'name')
    return present(created)
  })

export const updateTitle = ({ caller, transaction }: Context, id: string, form: InvoiceTitleForm) =>
  transaction(async (tx) => {
    const repo = titlesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const before = await repo.find(caller.user_id, id)
    if (!before) throw new Refusal('not_found')
    if (await repo.hasOther(caller.user_id, id, form)) throw refuseField('invoice_title_taken', 'name')
    if (form.is_default && !before.is_default) await repo.clearDefault(caller.user_id)
    // one stays the default until another takes its place
    return present(
      (await repo.update(caller.user_id, id, { ...columnsOf(form), is_default: before.is_default || form.is_default }))!,
    )
  })

export const setDefaultTitle = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    const repo = titlesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    if (!(await repo.find(caller.user_id, id))) throw new Refusal('not_found')
    await repo.clearDefault(caller.user_id)
    return present((await repo.update(caller.user_id, id, { is_default: true }))!)
  })

export const removeTitle = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    if (!(await titlesRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
    return null
  })
