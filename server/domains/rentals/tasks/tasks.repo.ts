import type { Insertable, Kysely, Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type InstanceTaskRow = Selectable<DB['instance_tasks']>
export type NewInstanceTask = Omit<Insertable<DB['instance_tasks']>, 'percent' | 'failure' | 'ended_at'> & {
  kind: 'save_image' | 'migrate' | 'clone'
}

/** All SQL of instance tasks. A task is active while `instances.task_id` names it. */
export const instanceTasksRepo = (db: Kysely<DB>) => ({
  insert: (row: NewInstanceTask) => db.insertInto('instance_tasks').values(row).execute(),
  get: (id: string) => db.selectFrom('instance_tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  setPercent: (id: string, percent: number) => db.updateTable('instance_tasks').set({ percent }).where('id', '=', id).execute(),
  /** Marks a task as failed; the first reason is kept. */
  fail: (id: string, failure: string) =>
    db.updateTable('instance_tasks').set({ failure }).where('id', '=', id).where('failure', 'is', null).execute(),
  end: (id: string, endedAt: Date) => db.updateTable('instance_tasks').set({ ended_at: endedAt }).where('id', '=', id).execute(),
})
