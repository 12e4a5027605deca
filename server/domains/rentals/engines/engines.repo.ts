import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type EngineRow = Selectable<DB['engines']>
export type EngineView = NonNullable<Awaited<ReturnType<ReturnType<typeof enginesRepo>['view']>>>

/** The engine that COMPUTE configures; hosts without one are its. */
export const configuredEngineId = 'configured'

/** SQL for whether host `h` belongs to engine `e`; both ways by the index. */
const ofEngineSql = sql<boolean>`(h.engine_id = e.id or e.id = ${sql.lit(configuredEngineId)} and h.engine_id is null)`

/** All SQL of the engines. */
export const enginesRepo = (db: Kysely<DB>) => {
  const views = () =>
    db
      .selectFrom('engines as e')
      .where('e.removed_at', 'is', null)
      .selectAll('e')
      .select([
        sql<number>`(select count(*)::int from hosts h where ${ofEngineSql})`.as('hosts'),
        sql<number>`(select count(*)::int from hosts h left join host_looks k on k.host_id = h.id
          where ${ofEngineSql} and k.unreachable_since is not null)`.as('silent'),
        sql<
          string | null
        >`(select h.problem from hosts h where ${ofEngineSql} and h.problem is not null order by h.id limit 1)`.as('problem'),
      ])
  return {
    /** Lists the engines with the names of the hosts that they last reported. */
    open: async (): Promise<(EngineRow & { host_ids: string[] })[]> =>
      db
        .selectFrom('engines as e')
        .where('e.removed_at', 'is', null)
        .selectAll('e')
        .select(sql<string[]>`array(select h.id from hosts h where ${ofEngineSql} order by h.id)`.as('host_ids'))
        .orderBy('e.created_at')
        .orderBy('e.id')
        .execute(),
    view: (id: string) => views().where('e.id', '=', id).executeTakeFirst(),
    page: ({ keyword, ...query }: PageQuery & { sort?: 'created_at' | 'name'; keyword?: string }) => {
      const like = keyword && toLikePattern(keyword)
      const rows = like
        ? views().where((eb) => eb.or([eb('e.name', 'ilike', like), eb(sql`e.settings->>'address'`, 'ilike', like)]))
        : views()
      return loadPage(rows, query, `e.${query.sort ?? 'created_at'}`, 'e.id')
    },
    lock: (id: string) =>
      db
        .selectFrom('engines')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    /** Returns false if another engine has the name. */
    insert: async (row: Insertable<DB['engines']>): Promise<boolean> =>
      (await db
        .insertInto('engines')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()) !== undefined,
    /** Keeps the row of the configured engine as the settings have it. */
    keepConfigured: (kind: string, name: string, now: Date) =>
      db
        .insertInto('engines')
        .values({ id: configuredEngineId, kind, name, origin: 'settings', settings: '{}', created_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ kind, name, removed_at: null }))
        .execute(),
    update: (id: string, changes: Updateable<DB['engines']>) =>
      db
        .updateTable('engines')
        .set({ ...changes, version: sql`version + 1` })
        .where('id', '=', id)
        .execute(),
    /** Whether a host has the name, other than one of an engine that was removed. */
    isHostNameTaken: async (name: string): Promise<boolean> =>
      (await db
        .selectFrom('hosts as h')
        .leftJoin('engines as e', 'e.id', 'h.engine_id')
        .select('h.id')
        .where('h.id', '=', name)
        .where('e.removed_at', 'is', null)
        .executeTakeFirst()) !== undefined,
    /** Locks the hosts of an engine with their cards, so that nothing is placed there meanwhile; returns how many live there. */
    lockHosts: async (id: string): Promise<number> => {
      await db.selectFrom('hosts').select('id').where('engine_id', '=', id).orderBy('id').forNoKeyUpdate().execute()
      await sql`select uuid from gpus where host_id in (select id from hosts where engine_id = ${id}) order by uuid for no key update`.execute(
        db,
      )
      const { count } = await db
        .selectFrom('instances as i')
        .innerJoin('hosts as h', 'h.id', 'i.host_id')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('h.engine_id', '=', id)
        .where('i.released_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    closeHosts: (id: string, problem: string) =>
      db.updateTable('hosts').set({ driver_schedulable: false, problem }).where('engine_id', '=', id).execute(),
  }
}
