import type { Insertable, Kysely, Selectable } from 'kysely'
import { ownedRowsRepo } from '#server/db/owned-rows.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type InvoiceTitleRow = Selectable<DB['invoice_titles']>

/** All SQL for invoice titles. Every read and write names the owner. */
export const invoiceTitlesRepo = (db: Kysely<DB>) => ({
  ...ownedRowsRepo(db, 'invoice_titles'),
  list: (userId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc'; holder?: string }) => {
    let rows = db.selectFrom('invoice_titles').where('user_id', '=', userId).selectAll()
    if (query.holder) rows = rows.where('holder', '=', query.holder)
    return loadPage(rows, query, 'is_default', 'created_at')
  },
  /** Inserts a title; returns undefined if the user already has one with this name and tax number. */
  insert: (row: Insertable<DB['invoice_titles']>) =>
    db
      .insertInto('invoice_titles')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'name', 'tax_number']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  hasOther: async (userId: string, id: string, { name, tax_number: taxNumber }: { name: string; tax_number: string }) => {
    const found = await db
      .selectFrom('invoice_titles')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '<>', id)
      .where('name', '=', name)
      .where('tax_number', '=', taxNumber)
      .executeTakeFirst()
    return found !== undefined
  },
  clearDefault: (userId: string) =>
    db
      .updateTable('invoice_titles')
      .set({ is_default: false })
      .where('user_id', '=', userId)
      .where('is_default', '=', true)
      .execute(),
})
