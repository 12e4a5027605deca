import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import { selectWaitingChanges } from '#server/db/waiting-rows.ts'

/** All SQL for change requests. A viewer sees their own requests and the kinds they may decide. */
export const changesRepo = (db: Kysely<DB>) => {
  const visible = (userId: string, kinds: readonly string[]) =>
    db
      .selectFrom('change_requests as c')
      .innerJoin('users as r', 'r.id', 'c.requested_by')
      .leftJoin('users as d', 'd.id', 'c.decided_by')
      .where((eb) => eb.or([eb('c.requested_by', '=', userId), eb('c.kind', 'in', [...kinds, ''])]))
      .selectAll('c')
      .select(['r.nickname as requester', 'd.nickname as decider'])
  return {
    list: (
      userId: string,
      kinds: readonly string[],
      query: { page: number; page_size: number; order?: 'asc' | 'desc'; status?: string; kind?: string; todo?: 'true' },
    ) => {
      let rows = visible(userId, kinds)
      if (query.status) rows = rows.where('c.status', '=', query.status)
      if (query.kind) rows = rows.where('c.kind', '=', query.kind)
      if (query.todo) rows = rows.where(selectWaitingChanges(userId, kinds))
      return loadPage(rows, query, 'c.requested_at', 'c.id')
    },
    find: (userId: string, kinds: readonly string[], id: string) =>
      visible(userId, kinds).where('c.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('change_requests').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Returns false if a request of this kind is already pending for this target. */
    insert: async (row: Insertable<DB['change_requests']>) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('change_requests')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'target_id']).where('status', '=', sql.lit('pending')).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    update: (id: string, changes: Updateable<DB['change_requests']>) =>
      db.updateTable('change_requests').set(changes).where('id', '=', id).execute(),
    isPendingFor: async (targetId: string) =>
      (await db
        .selectFrom('change_requests')
        .select('id')
        .where('target_id', '=', targetId)
        .where('status', '=', 'pending')
        .executeTakeFirst()) !== undefined,
  }
}

export type ChangeRequestRow = NonNullable<Awaited<ReturnType<ReturnType<typeof changesRepo>['find']>>>
