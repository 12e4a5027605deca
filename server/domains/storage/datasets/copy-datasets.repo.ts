import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** A claimed copy job: `content_id` names its volume and identifies the current holder. */
export interface DatasetCopy {
  id: string
  data_set_id: string
  author_id: string
  content_id: string
  /** The volume of the previous, abandoned attempt. */
  left_content_id: string | null
  source_region_id: string
  source_path: string
  tries: number
}

const rowsAtOnce = 500

/** All SQL for copying files into a version. A write that names the volume has no effect after another worker took over. */
export const datasetCopiesRepo = (db: Kysely<DB>) => ({
  claim: async (now: Date, leaseUntil: Date, contentId: string): Promise<DatasetCopy | undefined> => {
    const { rows } = await sql<DatasetCopy>`
      with due as (
        select v.id, v.content_id, c.author_id from data_set_versions v join data_sets c on c.id = v.data_set_id
        where v.state = 'preparing' and v.removed_at is null and (v.lease_until is null or v.lease_until <= ${now})
        order by v.submitted_at, v.id limit 1 for no key update of v skip locked)
      update data_set_versions v
      set content_id = ${contentId}, lease_until = ${leaseUntil}, tries = v.tries + 1, copied_bytes = 0, total_bytes = 0
      from due where v.id = due.id
      returning v.id, v.data_set_id, v.content_id, v.source_region_id, v.source_path, v.tries, due.author_id,
        due.content_id as left_content_id`.execute(db)
    return rows[0]
  },
  /** Returns false if another worker took over or the version was withdrawn. */
  renew: async (
    { id, content_id: contentId }: Pick<DatasetCopy, 'id' | 'content_id'>,
    progress: { copied_bytes: bigint; total_bytes: bigint; lease_until: Date },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('data_set_versions')
      .set(progress)
      .where('id', '=', id)
      .where('content_id', '=', contentId)
      .where('state', '=', 'preparing')
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  lock: async ({ id, content_id: contentId }: Pick<DatasetCopy, 'id' | 'content_id'>) =>
    db
      .selectFrom('data_set_versions')
      .select(['id', 'version'])
      .where('id', '=', id)
      .where('content_id', '=', contentId)
      .where('state', '=', 'preparing')
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  insertFiles: async (files: readonly Insertable<DB['data_set_files']>[]) => {
    for (let from = 0; from < files.length; from += rowsAtOnce) {
      await db
        .insertInto('data_set_files')
        .values(files.slice(from, from + rowsAtOnce))
        .execute()
    }
  },
  finish: (id: string, whole: { size_bytes: bigint; file_count: number; content_at: Date }) =>
    db
      .updateTable('data_set_versions')
      .set({ ...whole, state: 'pending', copied_bytes: whole.size_bytes, total_bytes: whole.size_bytes, lease_until: null })
      .where('id', '=', id)
      .execute(),
  fail: (id: string, stateReason: string) =>
    db
      .updateTable('data_set_versions')
      .set({ state: 'failed', state_reason: stateReason, content_id: null, lease_until: null })
      .where('id', '=', id)
      .execute(),
})
