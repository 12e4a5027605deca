import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { QuarantineState } from '#contract/operator/quarantine.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import type { PlacedInstanceRef } from '#server/ports/compute.ts'

export type QuarantineRow = Selectable<DB['quarantined_objects']>

interface ListQuery {
  page: number
  page_size: number
  sort?: 'found_at' | 'seen_at'
  order?: 'asc' | 'desc'
  keyword?: string
  state?: QuarantineState
}

/** All SQL of engine objects that belong to no instance of ours. */
export const quarantineRepo = (db: Kysely<DB>) => {
  const open = () => db.selectFrom('quarantined_objects').where('ended_at', 'is', null)
  return {
    /** Returns host, generation and release time of these instances, released or not. */
    generationsOf: (ids: readonly string[]) =>
      db
        .selectFrom('instances')
        .select(['id', 'host_id', 'generation', 'released_at'])
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .execute(),
    open: () => open().selectAll().execute(),
    removing: () => open().where('state', '=', 'removing').selectAll().execute(),
    list: ({ keyword, state, ...query }: ListQuery) => {
      let rows = db.selectFrom('quarantined_objects').selectAll()
      if (state) rows = rows.where('state', '=', state)
      if (keyword) rows = rows.where('instance_id', 'ilike', toLikePattern(keyword))
      return loadPage(rows, query, query.sort ?? 'found_at', 'id')
    },
    find: (id: string) => db.selectFrom('quarantined_objects').selectAll().where('id', '=', id).executeTakeFirst(),
    lock: (id: string) =>
      db.selectFrom('quarantined_objects').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Returns false if the object is already recorded. */
    insert: async (row: Insertable<DB['quarantined_objects']>): Promise<boolean> => {
      const written = await db
        .insertInto('quarantined_objects')
        .values(row)
        .onConflict((conflict) => conflict.columns(['instance_id', 'generation']).where('ended_at', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst()
      return written !== undefined
    },
    see: ({ id, generation, host }: PlacedInstanceRef, phase: string, seenAt: Date) =>
      db
        .updateTable('quarantined_objects')
        .set({ phase, host_id: host, seen_at: seenAt })
        .where('instance_id', '=', id)
        .where('generation', '=', generation)
        .where((eb) => eb.or([eb('host_id', '=', host), eb('host_id', 'is', null)]))
        .where('ended_at', 'is', null)
        .execute(),
    decide: (id: string, decidedBy: string) =>
      db.updateTable('quarantined_objects').set({ state: 'removing', decided_by: decidedBy }).where('id', '=', id).execute(),
    end: (id: string, state: 'removed' | 'known', endedAt: Date) =>
      db
        .updateTable('quarantined_objects')
        .set({ state, ended_at: endedAt })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute(),
  }
}
