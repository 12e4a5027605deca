import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type DebtRow = Selectable<DB['debts']>

/** All SQL for debts. */
export const debtsRepo = (db: Kysely<DB>) => {
  const open = () => db.selectFrom('debts').selectAll().where('ended_at', 'is', null)
  return {
    findOpen: (userId: string) => open().where('user_id', '=', userId).executeTakeFirst(),
    lockOpen: (userId: string) => open().where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst(),
    /** Lists users with a balance below 0 or an open debt. */
    indebted: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('accounts')
        .select('user_id')
        .where('kind', '=', 'cash')
        .where('balance_fen', '<', 0n)
        .union(db.selectFrom('debts').select('user_id').where('ended_at', 'is', null))
        .execute()
      return rows.map(({ user_id: userId }) => userId!)
    },
    insert: (row: Insertable<DB['debts']>) => db.insertInto('debts').values(row).execute(),
    update: (id: string, changes: Updateable<DB['debts']>) => db.updateTable('debts').set(changes).where('id', '=', id).execute(),
  }
}
