import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of what is wrong with cards and hosts, and of what is therefore out of sale. */
export const hostHealthRepo = (db: Kysely<DB>) => ({
  cards: (hosts: readonly string[]) =>
    db
      .selectFrom('gpus')
      .select(['uuid', 'host_id', 'health', 'health_since', 'missing', 'held_at'])
      .where('host_id', '=', sql<string>`any(${hosts}::text[])`)
      .orderBy('uuid')
      .execute(),
  noteCard: (uuid: string, found: { health: string | null; health_since: Date | null; missing: boolean }) =>
    db.updateTable('gpus').set(found).where('uuid', '=', uuid).execute(),
  /** Takes a card out of sale; undefined if it is out of sale already. */
  holdCard: (uuid: string, reason: string, at: Date) =>
    db
      .updateTable('gpus')
      .set({ held_at: at, held_reason: reason })
      .where('uuid', '=', uuid)
      .where('held_at', 'is', null)
      .returning(['uuid', 'model', 'instance_id'])
      .executeTakeFirst(),
  /** Cards that are out of sale for a reason that begins like this. */
  heldFor: (prefix: string) =>
    db
      .selectFrom('gpus')
      .select(['uuid', 'host_id'])
      .where('held_at', 'is not', null)
      .where(sql<boolean>`starts_with(held_reason, ${prefix})`)
      .orderBy('uuid')
      .execute(),
  /** Those of some cards that nobody took out of sale, free or not. */
  onSale: (uuids: readonly string[]) =>
    db
      .selectFrom('gpus')
      .select('uuid')
      .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
      .where('held_at', 'is', null)
      .orderBy('uuid')
      .execute(),
  /** Instances with these ids, as `notifyOwners` takes them. */
  holders: (ids: readonly string[]) =>
    db.selectFrom('instances').select(['id', 'user_id', 'nick_name']).where('id', 'in', ids).orderBy('id').execute(),
  lockCard: (uuid: string) => db.selectFrom('gpus').selectAll().where('uuid', '=', uuid).forNoKeyUpdate().executeTakeFirst(),
  restoreCard: (uuid: string) =>
    db.updateTable('gpus').set({ held_at: null, held_reason: null }).where('uuid', '=', uuid).execute(),
  removeCard: (uuid: string) => db.deleteFrom('gpus').where('uuid', '=', uuid).execute(),
  /** Cards of an instance that are out of sale. */
  heldCardsOf: async (instanceId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('gpus')
      .select('uuid')
      .where('instance_id', '=', instanceId)
      .where('held_at', 'is not', null)
      .orderBy('uuid')
      .execute()
    return rows.map((row) => row.uuid)
  },
  noteFailedBoot: (row: Insertable<DB['failed_boots']>) =>
    db
      .insertInto('failed_boots')
      .values(row)
      .onConflict((conflict) => conflict.columns(['host_id', 'instance_id']).doUpdateSet({ reason: row.reason, at: row.at }))
      .execute(),
  forgetFailedBoots: (hostId: string) => db.deleteFrom('failed_boots').where('host_id', '=', hostId).execute(),
  failedBoots: async (hostId: string): Promise<{ instances: number; people: number; reasons: string[] }> => {
    const { rows } = await sql<{ instances: number; people: number; reasons: string[] }>`
      select count(*)::int as instances, count(distinct i.user_id)::int as people,
        coalesce(array_agg(distinct f.reason order by f.reason), '{}') as reasons
      from failed_boots f join instances i on i.id = f.instance_id where f.host_id = ${hostId}`.execute(db)
    return rows[0]!
  },
  /** Drains a host by the platform's own decision; false if it is drained already or not registered. */
  holdHost: async (id: string, reason: string, at: Date): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('hosts')
      .set({ drained_at: at, drain_reason: reason, held_at: at })
      .where('id', '=', id)
      .where('drained_at', 'is', null)
      .where('region_id', 'is not', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
})
