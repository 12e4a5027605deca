import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type TitleRow = Selectable<DB['invoice_titles']>

/** All SQL of invoice titles. Every read and write names the owner. */
export const titlesRepo = (db: Kysely<DB>) => ({
  list: (user_id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc'; holder?: string }) => {
    let rows = db.selectFrom('invoice_titles').where('user_id', '=', user_id).selectAll()
    if (query.holder) rows = rows.where('holder', '=', query.holder)
    return pageOf(rows, query, 'is_default', 'created_at')
  },
  find: (user_id: string, id: string) =>
    db.selectFrom('invoice_titles').selectAll().where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst(),
  count: async (user_id: string): Promise<number> => {
    const { n } = await db
      .selectFrom('invoice_titles')
      .where('user_id', '=', user_id)
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  },
  lockOwner: (user_id: string) => db.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute(),
  /** Undefined when the user has one of this name and number already. */
  insert: (row: Insertable<DB['invoice_titles']>) =>
    db
      .insertInto('invoice_titles')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'name', 'tax_number']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  hasOther: async (user_id: string, id: string, { name, tax_number }: { name: string; tax_number: string }) => {
    const found = await db
      .selectFrom('invoice_titles')
      .select('id')
      .where('user_id', '=', user_id)
      .where('id', '<>', id)
      .where('name', '=', name)
      .where('tax_number', '=', tax_number)
      .executeTakeFirst()
    return found !== undefined
  },
  update: (user_id: string, id: string, changes: Updateable<DB['invoice_titles']>) =>
    db
      .updateTable('invoice_titles')
      .set(changes)
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  clearDefault: (user_id: string) =>
    db
      .updateTable('invoice_titles')
      .set({ is_default: false })
      .where('user_id', '=', user_id)
      .where('is_default', '=', true)
      .execute(),
  remove: async (user_id: string, id: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('invoice_titles')
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
})
