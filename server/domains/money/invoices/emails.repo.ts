import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { ownedRowsRepo } from '#server/db/owned-rows.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type InvoiceEmailRow = Selectable<DB['invoice_emails']>

/** All SQL for receiving addresses. Every read and write names the owner. */
export const invoiceEmailsRepo = (db: Kysely<DB>) => ({
  ...ownedRowsRepo(db, 'invoice_emails'),
  list: (userId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
    loadPage(db.selectFrom('invoice_emails').where('user_id', '=', userId).selectAll(), query, 'is_default', 'created_at'),
  all: (userId: string) => db.selectFrom('invoice_emails').selectAll().where('user_id', '=', userId).execute(),
  /** Inserts an address; returns undefined if the user already has it. */
  insert: (row: Insertable<DB['invoice_emails']>) =>
    db
      .insertInto('invoice_emails')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'email']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  setCode: (id: string, codeHash: string, codeExpiresAt: Date) =>
    db
      .updateTable('invoice_emails')
      .set({ code_hash: codeHash, code_expires_at: codeExpiresAt, tries: 0 })
      .where('id', '=', id)
      .where('verified_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  /** Compares the code and counts a wrong try in one statement, so that parallel guesses cannot exceed `tries_max`. */
  compare: async (id: string, codeHashes: string[], triesMax: number, now: Date): Promise<boolean> => {
    const row = await db
      .updateTable('invoice_emails')
      .set({ tries: sql<number>`tries + (code_hash <> all(${codeHashes}::text[]))::int` })
      .where('id', '=', id)
      .where('tries', '<', triesMax)
      .where('code_expires_at', '>', now)
      .returning(sql<boolean>`code_hash = any(${codeHashes}::text[])`.as('right'))
      .executeTakeFirst()
    return row?.right ?? false
  },
  verify: (id: string, verifiedAt: Date, isDefault: boolean) =>
    db
      .updateTable('invoice_emails')
      .set({ verified_at: verifiedAt, is_default: isDefault, code_hash: null, code_expires_at: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  clearDefault: (userId: string) =>
    db
      .updateTable('invoice_emails')
      .set({ is_default: false })
      .where('user_id', '=', userId)
      .where('is_default', '=', true)
      .execute(),
  setDefault: (id: string) =>
    db.updateTable('invoice_emails').set({ is_default: true }).where('id', '=', id).returningAll().executeTakeFirst(),
})
