import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type PicturePurpose = 'avatar' | 'transfer_proof' | 'certification'

/** All SQL for uploaded pictures. */
export const picturesRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['pictures']> & { purpose: PicturePurpose }) => db.insertInto('pictures').values(row).execute(),
  find: (id: string) =>
    db.selectFrom('pictures').select(['user_id', 'purpose', 'type', 'bytes', 'sealed']).where('id', '=', id).executeTakeFirst(),
  remove: (ids: readonly string[]) => db.deleteFrom('pictures').where('id', 'in', ids).execute(),
  removeOf: (userId: string, purposes: readonly PicturePurpose[]) =>
    db.deleteFrom('pictures').where('user_id', '=', userId).where('purpose', 'in', purposes).execute(),
})
