import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of which WeChat belongs to which account. */
export const bindingsRepo = (db: Kysely<DB>) => ({
  findOwner: (open_id: string) =>
    db
      .selectFrom('wechat_bindings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .where('b.open_id', '=', open_id)
      .select(['u.id', 'u.phone'])
      .executeTakeFirst(),
  phoneOf: async (user_id: string) =>
    (await db.selectFrom('users').select('phone').where('id', '=', user_id).executeTakeFirstOrThrow()).phone,
  boundAt: async (user_id: string): Promise<Date | null> =>
    (await db.selectFrom('wechat_bindings').select('bound_at').where('user_id', '=', user_id).executeTakeFirst())?.bound_at ??
    null,
  /** False when the WeChat or the account is taken. */
  insert: async (row: Insertable<DB['wechat_bindings']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('wechat_bindings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  /** False when the account had none. */
  remove: async (user_id: string) => {
    const { numDeletedRows } = await db.deleteFrom('wechat_bindings').where('user_id', '=', user_id).executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
})
