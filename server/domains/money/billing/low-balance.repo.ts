import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for balance alerts. A user without a row has the defaults. */
export const balanceAlertsRepo = (db: Kysely<DB>) => ({
  find: (userId: string) => db.selectFrom('balance_alerts').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  save: (row: Insertable<DB['balance_alerts']>) =>
    db
      .insertInto('balance_alerts')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  /** Marks the alert as sent; returns true if this call marked it and must notify. */
  markTold: async (row: Insertable<DB['balance_alerts']> & { told_at: Date }): Promise<boolean> => {
    const told = await db
      .insertInto('balance_alerts')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ told_at: row.told_at }).where('balance_alerts.told_at', 'is', null),
      )
      .executeTakeFirstOrThrow()
    return told.numInsertedOrUpdatedRows === 1n
  },
  rearm: (userId: string) =>
    db
      .updateTable('balance_alerts')
      .set({ told_at: null })
      .where('user_id', '=', userId)
      .where('told_at', 'is not', null)
      .execute(),
})
