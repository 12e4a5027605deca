import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'

export type GuardRow = Selectable<DB['instance_guards']>

/** All SQL of guards. An instance has a guard row from its first status change on. */
export const guardsRepo = (db: Kysely<DB>) => ({
  find: (instanceId: string) =>
    db.selectFrom('instance_guards').selectAll().where('instance_id', '=', instanceId).executeTakeFirst(),
  /** Locks the guard row, and creates it if missing. */
  lock: async (instanceId: string): Promise<GuardRow> => {
    await db
      .insertInto('instance_guards')
      .values({ instance_id: instanceId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return db
      .selectFrom('instance_guards')
      .selectAll()
      .where('instance_id', '=', instanceId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  },
  update: (instanceId: string, changes: Updateable<DB['instance_guards']>) =>
    db.updateTable('instance_guards').set(changes).where('instance_id', '=', instanceId).execute(),
  /** Makes instances due now. */
  wake: (instanceIds: readonly string[], dueAt: Date) =>
    sql`
      insert into instance_guards (instance_id, run_since, due_at)
      select id, ${dueAt}, ${dueAt} from unnest(${instanceIds}::text[]) as id order by id
      on conflict (instance_id) do update set due_at = excluded.due_at`.execute(db),
  /** Makes an instance due now, to be executed; with `newRun`, earlier segments no longer count as part of the run. */
  buildWake: (instanceId: string, dueAt: Date, newRun: boolean) => {
    const runAfter = sql<bigint>`coalesce((select max(s.id) from segments s where s.instance_id = ${instanceId}), 0)`
    const changes = { due_at: dueAt, ...(newRun && { run_after: runAfter, run_since: dueAt }) }
    return db
      .insertInto('instance_guards')
      .values({ instance_id: instanceId, run_since: dueAt, ...changes })
      .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(changes))
  },
  due: async (now: Date, limit: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('instance_guards')
      .select('instance_id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit)
      .execute()
    return rows.map((row) => row.instance_id)
  },
  firstDue: async (): Promise<Date | null> =>
    (await db.selectFrom('instance_guards').select(sql<Date | null>`min(due_at)`.as('at')).executeTakeFirstOrThrow()).at,
  /** Makes all future entries due now, because their times were computed with a wrong clock. */
  wakeAll: (now: Date) => db.updateTable('instance_guards').set({ due_at: now }).where('due_at', '>', now).execute(),
  noteActivity: (instanceId: string, at: Date) =>
    db.updateTable('instance_guards').set({ active_at: at }).where('instance_id', '=', instanceId).execute(),
  /** Lists a user's instances that have been shut down or abnormal since before `since`, the longest kept first, by `instances_kept`. */
  keptSince: (userId: string, since: Date, limit: number) =>
    db
      .selectFrom('instances as i')
      .leftJoin('instance_guards as g', 'g.instance_id', 'i.id')
      .where('i.user_id', '=', userId)
      .where('i.released_at', 'is', null)
      // as the index says it: a prepared plan does not know its parameters
      .where('i.status', 'in', [sql.lit(instanceStatusCodes.shut_down), sql.lit(instanceStatusCodes.abnormal)])
      .where(sql`coalesce(i.stopped_at, i.phase_since)`, '<=', since)
      .orderBy(sql`coalesce(i.stopped_at, i.phase_since)`)
      .limit(limit)
      .select(['i.id', 'i.nick_name', 'i.status', 'i.charge_rule', 'i.stopped_at', 'i.phase_since', 'i.expire_at'])
      .select(['g.release_since', 'g.release_day', 'g.release_told_at'])
      .execute(),
  cards: async (instanceId: string): Promise<number> => {
    const row = await db
      .selectFrom('gpus')
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .where('instance_id', '=', instanceId)
      .executeTakeFirstOrThrow()
    return Number(row.n)
  },
})
