import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for the files of invoices issued outside the platform. */
export const invoiceFilesRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['invoice_files']>) => db.insertInto('invoice_files').values(row).execute(),
  /** Inserts the invoice's file or replaces an existing one. */
  replace: ({ uploaded_at: uploadedAt, ...row }: Insertable<DB['invoice_files']> & { uploaded_at: Date }) =>
    db
      .insertInto('invoice_files')
      .values({ ...row, uploaded_at: uploadedAt })
      .onConflict((there) => there.column('invoice_id').doUpdateSet({ ...row, uploaded_at: uploadedAt, replaced_at: uploadedAt }))
      .execute(),
  bytes: async (invoiceId: string): Promise<Buffer | undefined> => {
    const row = await db.selectFrom('invoice_files').select('bytes').where('invoice_id', '=', invoiceId).executeTakeFirst()
    return row && Buffer.from(row.bytes)
  },
})
