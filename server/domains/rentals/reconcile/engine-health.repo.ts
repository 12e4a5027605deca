import { type Kysely, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'

const meteredStates = [instanceStatusCodes.running, instanceStatusCodes.saving]

/** All SQL of the engine's reachability and of unseen instances. */
export const engineHealthRepo = (db: Kysely<DB>) => ({
  engine: () => db.selectFrom('engine_look').select(['listed_at', 'answered_at', 'unreachable_since']).executeTakeFirst(),
  recordEngineAnswer: (answer: { answered_at: Date; listed_at?: Date }) =>
    db
      .insertInto('engine_look')
      .values(answer)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ ...answer, unreachable_since: null }))
      .execute(),
  /** Marks the engine as unreachable since its last answer. */
  recordEngineSilence: (now: Date) =>
    db
      .insertInto('engine_look')
      .values({ unreachable_since: now })
      .onConflict((conflict) =>
        conflict.column('only_row').doUpdateSet({
          unreachable_since: sql`least(coalesce(engine_look.unreachable_since, engine_look.answered_at), ${now}::timestamptz)`,
        }),
      )
      .execute(),
  /** Marks instances as unseen; returns those that were seen before. */
  loseSight: (ids: readonly string[], unseenSince: Date) =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .updateTable('instances')
          .set({ unseen_since: unseenSince })
          .where('id', 'in', ids)
          .where('status', 'in', meteredStates)
          .where('unseen_since', 'is', null)
          .returning(['id', 'user_id'])
          .execute(),
  /** Marks instances as seen; returns those that were unseen, and since when. */
  regainSight: async (ids: readonly string[]) => {
    if (ids.length === 0) return []
    const { rows } = await sql<{ id: string; user_id: string; unseen_since: Date }>`
      update instances i set unseen_since = null
      from (select id, unseen_since from instances where id = any(${ids}::text[]) and unseen_since is not null for no key update) before
      where i.id = before.id
      returning i.id, i.user_id, before.unseen_since`.execute(db)
    return rows
  },
})
