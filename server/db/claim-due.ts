import type { Kysely, Selectable } from 'kysely'
import type { DB } from './types.ts'

type DueTable = 'invoices' | 'invoice_mails'

/** Claims the longest-due row with a lease until `until`; if the worker dies, the row becomes due again. */
export async function claimDueRow<Table extends DueTable>(
  db: Kysely<DB>,
  table: Table,
  now: Date,
  until: Date,
): Promise<Selectable<DB[Table]> | undefined> {
  const due = await db
    .selectFrom<DueTable>(table)
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return
  return db
    .updateTable<DueTable>(table)
    .set((eb) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirst() as Promise<Selectable<DB[Table]> | undefined>
}
