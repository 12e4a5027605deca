import { type Kysely, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'

const meteredStates = [instanceStatusCodes.running, instanceStatusCodes.saving]

interface HostLook {
  host: string
  listed_before: Date | null
  silent_since: Date | null
}

/** `since`: when it was last seen. */
export interface UnseenInstance {
  id: string
  since: Date
}

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
  /**
   * Records which hosts told all they have, and which did not; returns for each when it last had, and since when it is silent.
   * Hosts that are not in stock yet are left out.
   */
  recordHostLooks: async (complete: readonly string[], silent: readonly string[], now: Date): Promise<HostLook[]> => {
    const { rows } = await sql<HostLook>`
      with looked as (
        select h.id, h.id = any(${complete}::text[]) as complete, k.listed_at, k.unreachable_since
        from hosts h left join host_looks k on k.host_id = h.id where h.id = any(${[...complete, ...silent]}::text[])
      ), written as (
        insert into host_looks (host_id, listed_at, unreachable_since)
        select id, case when complete then ${now}::timestamptz else listed_at end,
          case when complete then null else coalesce(unreachable_since, listed_at, ${now}::timestamptz) end
        from looked order by id
        on conflict (host_id) do update set listed_at = excluded.listed_at, unreachable_since = excluded.unreachable_since
        returning host_id, unreachable_since
      )
      select l.id as host, l.listed_at as listed_before, w.unreachable_since as silent_since
      from looked l join written w on w.host_id = l.id`.execute(db)
    return rows
  },
  /** Marks instances as unseen; returns those that were seen before. */
  loseSight: async (unseen: readonly UnseenInstance[]) => {
    if (unseen.length === 0) return []
    const { rows } = await sql<{ id: string; user_id: string }>`
      update instances i set unseen_since = u.since
      from unnest(${unseen.map(({ id }) => id)}::text[], ${unseen.map(({ since }) => since)}::timestamptz[]) as u(id, since)
      where i.id = u.id and i.status in (${sql.join(meteredStates)}) and i.unseen_since is null
      returning i.id, i.user_id`.execute(db)
    return rows
  },
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
