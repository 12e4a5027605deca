import { type Kysely, type Selectable, sql } from 'kysely'
import type { StopReason } from '#contract/instance-actions.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import type { BootStepKey } from '#server/domains/rentals/instances/instances.machine.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'

export type InstanceEventRow = Selectable<DB['instance_events']>

export interface NewInstanceEvent {
  instance_id: string
  at: Date
  actor: 'user' | 'operator' | 'system'
  actor_id?: string | null
  kind: 'status' | 'step' | 'rename' | 'order' | 'image' | 'disk' | 'notice' | 'queue'
  title: string
  detail?: string | null
  status?: number | null
  reason?: StopReason | null
}

const unset = { detail: null, status: null, reason: null, actor_id: null }
const buildEventInsert = (db: Kysely<DB>, event: NewInstanceEvent) =>
  db.insertInto('instance_events').values({ ...unset, ...event })

/** All SQL of the timeline (who, when, why) and of the boot steps. */
export const timelineRepo = (db: Kysely<DB>) => ({
  addEvent: (event: NewInstanceEvent) => buildEventInsert(db, event).execute(),
  addEvents: async (events: readonly NewInstanceEvent[]): Promise<void> => {
    if (events.length > 0)
      await db
        .insertInto('instance_events')
        .values(events.map((event) => ({ ...unset, ...event })))
        .execute()
  },
  /** One, to be executed. */
  buildEventInsert: (event: NewInstanceEvent) => buildEventInsert(db, event),
  /** Whether an event with this title was recorded after a moment. */
  wasNoted: async (instanceId: string, title: string, after: Date): Promise<boolean> => {
    const rows = db.selectFrom('instance_events').select('id').where('instance_id', '=', instanceId)
    return (await rows.where('title', '=', title).where('at', '>', after).limit(1).executeTakeFirst()) !== undefined
  },
  events: (instanceId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
    loadPage(db.selectFrom('instance_events').selectAll().where('instance_id', '=', instanceId), query, 'id', 'id'),
  recentOfUser: (userId: string, limit: number) =>
    db
      .selectFrom('instance_events as e')
      .innerJoin('instances as i', 'i.id', 'e.instance_id')
      .where('i.user_id', '=', userId)
      .selectAll('e')
      .select('i.nick_name as instance_name')
      .orderBy('e.id', 'desc')
      .limit(limit)
      .execute(),
  steps: (instanceId: string, boot: number) =>
    db.selectFrom('instance_steps').selectAll().where('instance_id', '=', instanceId).where('boot', '=', boot).execute(),
  /** Begins a step of this boot and finishes the earlier ones; returns false, without effect, if it has already begun. */
  beginStep: async (instanceId: string, boot: number, key: BootStepKey, at: Date): Promise<boolean> => {
    const { rows } = await sql`
      with begun as (
        insert into instance_steps (instance_id, boot, key, started_at, finished_at)
        values (${instanceId}, ${boot}, ${key}, ${at}, ${key === 'ready' ? at : null}) on conflict do nothing returning key
      ), before as (
        update instance_steps set finished_at = ${at}
        where instance_id = ${instanceId} and boot = ${boot} and key <> ${key} and finished_at is null and failed_at is null
          and exists (select from begun)
      )
      select key from begun`.execute(db)
    return rows.length > 0
  },
  /** The first step of a new instance, to be executed. */
  buildFirstStep: (instanceId: string, at: Date) =>
    db
      .insertInto('instance_steps')
      .values({ instance_id: instanceId, boot: 1, key: 'schedule' satisfies BootStepKey, started_at: at }),
  noteStep: (instanceId: string, boot: number, key: BootStepKey, detail: string) =>
    db
      .updateTable('instance_steps')
      .set({ detail })
      .where('instance_id', '=', instanceId)
      .where('boot', '=', boot)
      .where('key', '=', key)
      .execute(),
  /** Returns the image pull progress of a boot. */
  imageStep: (instanceId: string, boot: number) =>
    db
      .selectFrom('instance_steps')
      .select(['percent', 'done_bytes', 'progress_at', 'last_error'])
      .where('instance_id', '=', instanceId)
      .where('boot', '=', boot)
      .where('key', '=', 'image')
      .executeTakeFirst(),
  /** Stores image progress if it exceeds the maximum of all tries of this boot; otherwise returns false without effect. */
  noteProgress: async (
    instanceId: string,
    boot: number,
    { percent, done_bytes: doneBytes, total_bytes: totalBytes }: PullProgress,
    at: Date,
  ) => {
    const more = sql<boolean>`(coalesce(percent, -1) < ${percent} or coalesce(done_bytes, 0) < coalesce(${doneBytes}::bigint, 0))`
    const { numUpdatedRows } = await db
      .updateTable('instance_steps')
      .set({
        percent: sql`greatest(percent, ${percent})`,
        detail: sql`greatest(percent, ${percent}) || '%'`,
        done_bytes: sql`coalesce(${doneBytes}::bigint, done_bytes)`,
        total_bytes: sql`${totalBytes}::bigint`,
        progress_at: at,
        last_error: null,
        retry_at: null,
      })
      .where('instance_id', '=', instanceId)
      .where('boot', '=', boot)
      .where('key', '=', 'image')
      .where('finished_at', 'is', null)
      .where('failed_at', 'is', null)
      .where(more)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  /** Records a failed image pull that will be retried. */
  noteFailedTry: (instanceId: string, boot: number, told: { last_error: string; retry_at: Date; detail: string }) =>
    db
      .updateTable('instance_steps')
      .set(told)
      .where('instance_id', '=', instanceId)
      .where('boot', '=', boot)
      .where('key', '=', 'image')
      .execute(),
  failStep: (instanceId: string, boot: number, at: Date, detail: string) =>
    db
      .updateTable('instance_steps')
      .set({ failed_at: at, detail })
      .where('instance_id', '=', instanceId)
      .where('boot', '=', boot)
      .where('finished_at', 'is', null)
      .execute(),
})
