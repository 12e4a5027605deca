import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for bindings between WeChat and accounts. */
export const bindingsRepo = (db: Kysely<DB>) => ({
  findOwner: (openId: string) =>
    db
      .selectFrom('wechat_bindings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .where('b.open_id', '=', openId)
      .select(['u.id', 'u.phone'])
      .executeTakeFirst(),
  phoneOf: async (userId: string) =>
    (await db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()).phone,
  boundAt: async (userId: string): Promise<Date | null> =>
    (await db.selectFrom('wechat_bindings').select('bound_at').where('user_id', '=', userId).executeTakeFirst())?.bound_at ??
    null,
  /** Returns false if the WeChat or the account is already bound. */
  insert: async (row: Insertable<DB['wechat_bindings']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('wechat_bindings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  /** Returns false if the account had no binding. */
  remove: async (userId: string) => {
    const { numDeletedRows } = await db.deleteFrom('wechat_bindings').where('user_id', '=', userId).executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
})
