import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { ownedRows } from '#server/db/owned-rows.ts'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type EmailRow = Selectable<DB['invoice_emails']>

/** All SQL of receiving addresses. Every read and write names the owner. */
export const emailsRepo = (db: Kysely<DB>) => ({
  ...ownedRows(db, 'invoice_emails'),
  list: (user_id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
    pageOf(db.selectFrom('invoice_emails').where('user_id', '=', user_id).selectAll(), query, 'is_default', 'created_at'),
  all: (user_id: string) => db.selectFrom('invoice_emails').selectAll().where('user_id', '=', user_id).execute(),
  /** Undefined when the user has this address already. */
  insert: (row: Insertable<DB['invoice_emails']>) =>
    db
      .insertInto('invoice_emails')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'email']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  setCode: (id: string, code_hash: string, code_expires_at: Date) =>
    db
      .updateTable('invoice_emails')
      .set({ code_hash, code_expires_at, tries: 0 })
      .where('id', '=', id)
      .where('verified_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  /** Compares and counts a wrong try in one statement, so that parallel guesses cannot exceed `tries_max`. */
  compare: async (id: string, code_hashes: string[], tries_max: number, now: Date): Promise<boolean> => {
    const row = await db
      .updateTable('invoice_emails')
      .set({ tries: sql<number>`tries + (code_hash <> all(${code_hashes}::text[]))::int` })
      .where('id', '=', id)
      .where('tries', '<', tries_max)
      .where('code_expires_at', '>', now)
      .returning(sql<boolean>`code_hash = any(${code_hashes}::text[])`.as('right'))
      .executeTakeFirst()
    return row?.right ?? false
  },
  verify: (id: string, verified_at: Date, is_default: boolean) =>
    db
      .updateTable('invoice_emails')
      .set({ verified_at, is_default, code_hash: null, code_expires_at: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  clearDefault: (user_id: string) =>
    db
      .updateTable('invoice_emails')
      .set({ is_default: false })
      .where('user_id', '=', user_id)
      .where('is_default', '=', true)
      .execute(),
  setDefault: (id: string) =>
    db.updateTable('invoice_emails').set({ is_default: true }).where('id', '=', id).returningAll().executeTakeFirst(),
})
