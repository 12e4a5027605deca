import type { Insertable, Kysely, Selectable } from 'kysely'
import { claimDueRow } from '#server/db/claim-due.ts'
import type { DB } from '#server/db/types.ts'

export type InvoiceMailRow = Selectable<DB['invoice_mails']>

/** All SQL for invoice mails. */
export const invoiceMailsRepo = (db: Kysely<DB>) => ({
  insert: async (rows: readonly Insertable<DB['invoice_mails']>[]) => {
    if (rows.length > 0) await db.insertInto('invoice_mails').values(rows).execute()
  },
  of: (invoiceId: string) =>
    db.selectFrom('invoice_mails').selectAll().where('invoice_id', '=', invoiceId).orderBy('created_at').orderBy('id').execute(),
  claim: (now: Date, until: Date) => claimDueRow(db, 'invoice_mails', now, until),
  sent: (id: string, sentAt: Date) =>
    db.updateTable('invoice_mails').set({ sent_at: sentAt, due_at: null }).where('id', '=', id).execute(),
  again: (id: string, dueAt: Date | null) =>
    db.updateTable('invoice_mails').set({ due_at: dueAt }).where('id', '=', id).execute(),
})
