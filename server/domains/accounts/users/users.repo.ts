import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for the account data a user sees. */
export const usersRepo = (db: Kysely<DB>) => ({
  find: (id: string) =>
    db
      .selectFrom('users as u')
      // A sub-account uses its master's identity (product §6).
      .leftJoin('real_names as r', (join) => join.on((eb) => eb('r.user_id', '=', eb.fn.coalesce('u.master_id', 'u.id'))))
      .leftJoin('second_factors as f', 'f.user_id', 'u.id')
      .leftJoin('directory_people as p', 'p.user_id', 'u.id')
      .leftJoin('directories as d', 'd.id', 'p.directory_id')
      .where('u.id', '=', id)
      .select([
        'u.id',
        'u.uuid',
        'u.nickname',
        'u.avatar_id',
        'u.phone',
        'u.is_creator',
        'u.is_tencent',
        'u.account_type',
        'u.role',
        'u.invite_code',
        'u.created_at',
        'r.user_id as verified_user_id',
        'r.name_masked',
        'f.added_at as factor_added_at',
        'd.name as directory_name',
        'd.kind as directory_kind',
      ])
      .executeTakeFirst(),
  lockAvatar: async (id: string): Promise<string | null> =>
    (await db.selectFrom('users').select('avatar_id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()).avatar_id,
  setAvatar: (id: string, avatarId: string | null) =>
    db.updateTable('users').set({ avatar_id: avatarId }).where('id', '=', id).execute(),
  rename: (id: string, nickname: string) => db.updateTable('users').set({ nickname }).where('id', '=', id).execute(),
})

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof usersRepo>['find']>>>
