import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of invoices that were issued elsewhere, as files. */
export const filesRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['invoice_files']>) => db.insertInto('invoice_files').values(row).execute(),
  /** Puts a file in the place of the one that may be there. */
  replace: ({ uploaded_at, ...row }: Insertable<DB['invoice_files']> & { uploaded_at: Date }) =>
    db
      .insertInto('invoice_files')
      .values({ ...row, uploaded_at })
      .onConflict((there) => there.column('invoice_id').doUpdateSet({ ...row, uploaded_at, replaced_at: uploaded_at }))
      .execute(),
  bytes: async (invoice_id: string): Promise<Buffer | undefined> => {
    const row = await db.selectFrom('invoice_files').select('bytes').where('invoice_id', '=', invoice_id).executeTakeFirst()
    return row && Buffer.from(row.bytes)
  },
})
