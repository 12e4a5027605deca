import type { Insertable, Kysely, Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type InvoiceMailRow = Selectable<DB['invoice_mails']>

/** All SQL for invoice mails. */
export const invoiceMailsRepo = (db: Kysely<DB>) => ({
  insert: async (rows: readonly Insertable<DB['invoice_mails']>[]) => {
    if (rows.length > 0) await db.insertInto('invoice_mails').values(rows).execute()
  },
  of: (invoiceId: string) =>
    db.selectFrom('invoice_mails').selectAll().where('invoice_id', '=', invoiceId).orderBy('created_at').orderBy('id').execute(),
  /** Claims the longest-due mail with a lease until `until`. */
  claim: async (now: Date, until: Date): Promise<InvoiceMailRow | undefined> => {
    const due = await db
      .selectFrom('invoice_mails')
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return
    return db
      .updateTable('invoice_mails')
      .set((eb) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirst()
  },
  sent: (id: string, sentAt: Date) =>
    db.updateTable('invoice_mails').set({ sent_at: sentAt, due_at: null }).where('id', '=', id).execute(),
  again: (id: string, dueAt: Date | null) =>
    db.updateTable('invoice_mails').set({ due_at: dueAt }).where('id', '=', id).execute(),
})
