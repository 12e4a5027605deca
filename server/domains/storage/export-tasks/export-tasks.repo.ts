import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { dayMs } from '#contract/day.ts'
import type { ExportKind, ExportTaskState } from '#contract/export-tasks.ts'
import { limits } from '#contract/limits.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type ExportTaskRow = Selectable<DB['export_tasks']>

const openStates = ['waiting', 'running'] as const
/** Files deleted in one run of the cleaner at most. */
const cleanedAtOnce = 500

/** All SQL for exports that are written to files. */
export const exportTasksRepo = (db: Kysely<DB>) => {
  const ofKinds = (userId: string, kinds: readonly ExportKind[]) =>
    db.selectFrom('export_tasks').selectAll().where('user_id', '=', userId).where('kind', '=', sql<string>`any(${kinds}::text[])`)
  /** The task, while this worker has it. */
  const held = (id: string, worker: string) =>
    db.updateTable('export_tasks').where('id', '=', id).where('holder', '=', worker).where('state', '=', 'running')
  return {
    list: (
      userId: string,
      kinds: readonly ExportKind[],
      { state, now, ...query }: PageQuery & { state?: ExportTaskState | undefined; now: Date },
    ) => {
      let rows = ofKinds(userId, kinds)
      if (state === 'expired') rows = rows.where('expires_at', '<=', now)
      else if (state) rows = rows.where('state', '=', state)
      if (state === 'done') rows = rows.where('expires_at', '>', now)
      return loadPage(rows, query, 'created_at', 'id')
    },
    find: (userId: string, kinds: readonly ExportKind[], id: string) =>
      ofKinds(userId, kinds).where('id', '=', id).executeTakeFirst(),
    /** What the owner may see depends on this; undefined if the account is frozen or closed. */
    findRights: (userId: string) =>
      db
        .selectFrom('users')
        .select(['account_type', 'role', 'is_tencent'])
        .where('id', '=', userId)
        .where('frozen_at', 'is', null)
        .where('closed_at', 'is', null)
        .executeTakeFirst(),
    /** Two concurrent tasks must not both take the last free place. */
    lockOwner: (userId: string) =>
      db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow(),
    /** Counts what the limits are about: under way, with a file now or soon, created since `since`. */
    countOfOwner: (userId: string, now: Date, since: Date) =>
      db
        .selectFrom('export_tasks')
        .where('user_id', '=', userId)
        .select([
          sql<number>`(count(*) filter (where ended_at is null))::int`.as('open'),
          sql<number>`(count(*) filter (where ended_at is null or expires_at > ${now}))::int`.as('files'),
          sql<number>`(count(*) filter (where created_at > ${since}))::int`.as('recent'),
        ])
        .executeTakeFirstOrThrow(),
    insert: (row: Insertable<DB['export_tasks']>) =>
      db.insertInto('export_tasks').values(row).returningAll().executeTakeFirstOrThrow(),
    /** Returns the cancelled task; undefined if it has ended. */
    cancel: (id: string, now: Date) =>
      db
        .updateTable('export_tasks')
        .set({ state: 'cancelled', ended_at: now })
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .returningAll()
        .executeTakeFirst(),
    /** Claims the oldest task of these kinds that nobody works on; one whose worker died starts again. */
    claim: (worker: string, kinds: readonly string[], now: Date, until: Date) =>
      db
        .updateTable('export_tasks')
        .set((eb) => ({ state: 'running', holder: worker, held_until: until, filed: true, tries: eb('tries', '+', 1) }))
        .set({ rows_done: 0n, rows_total: null })
        .where('id', '=', (eb) =>
          eb
            .selectFrom('export_tasks')
            .select('id')
            .where('state', 'in', openStates)
            .where('kind', 'in', kinds)
            .where((free) => free.or([free('holder', 'is', null), free('held_until', '<', now)]))
            .orderBy('created_at')
            .limit(1)
            .forNoKeyUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),
    /** Changes a task that this worker still has; undefined if it was cancelled or taken over. */
    change: (id: string, worker: string, changes: Updateable<DB['export_tasks']>) =>
      held(id, worker).set(changes).returningAll().executeTakeFirst(),
    /** Ends it, likewise. */
    end: (id: string, worker: string, changes: Updateable<DB['export_tasks']>) =>
      held(id, worker)
        .set({ ...changes, holder: null, held_until: null })
        .returningAll()
        .executeTakeFirst(),
    /** Gives it back for the next worker, as if it had not been started. */
    letGo: (id: string, worker: string) =>
      held(id, worker)
        .set((eb) => ({ state: 'waiting', holder: null, held_until: null, tries: eb('tries', '-', 1) }))
        .execute(),
    /** Gives it back for whoever comes after `until`. */
    putOff: (id: string, worker: string, until: Date) =>
      held(id, worker).set({ state: 'waiting', holder: 'nobody', held_until: until, rows_done: 0n, rows_total: null }).execute(),
    /** Says that this worker has stopped, whatever has become of the task. */
    release: (id: string, worker: string) =>
      db
        .updateTable('export_tasks')
        .set({ holder: null, held_until: null })
        .where('id', '=', id)
        .where('holder', '=', worker)
        .execute(),
    /** Lists tasks whose file is not wanted any more, or whose owner has closed the account. */
    listUnwanted: (now: Date) =>
      db
        .selectFrom('export_tasks as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select('t.id')
        .where('t.filed', '=', true)
        .where((eb) =>
          eb.or([eb('t.expires_at', '<=', now), eb('t.state', 'in', ['failed', 'cancelled']), eb('u.closed_at', 'is not', null)]),
        )
        .where((eb) => eb.or([eb('t.holder', 'is', null), eb('t.held_until', '<', now)]))
        .limit(cleanedAtOnce)
        .execute(),
    /** Ends the time for which its file is kept; undefined if it has none. */
    expire: (id: string, now: Date) =>
      db
        .updateTable('export_tasks')
        .set({ expires_at: now })
        .where('id', '=', id)
        .where('state', '=', 'done')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    /** Records that nothing of it is left; an unfinished one of a closed account ends with that. */
    clear: (id: string, now: Date) =>
      db
        .updateTable('export_tasks')
        .set((eb) => ({
          filed: false,
          file_path: null,
          state: sql<string>`case when ended_at is null then 'cancelled' else state end`,
          ended_at: eb.fn.coalesce('ended_at', sql<Date>`${now}::timestamptz`),
          expires_at: sql<Date | null>`case when state = 'done' then least(expires_at, ${now}::timestamptz) end`,
        }))
        .where('id', '=', id)
        .execute(),
    forgetEnded: (now: Date) => {
      const before = new Date(now.getTime() - limits.exportTasksKeptDays * dayMs)
      return db.deleteFrom('export_tasks').where('ended_at', '<', before).where('filed', '=', false).execute()
    },
  }
}
