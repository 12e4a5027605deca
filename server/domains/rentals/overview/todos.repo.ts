import { type Kysely, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { overviewTodosMax } from '#contract/overview-todos.ts'
import type { DB } from '#server/db/types.ts'

export interface EndingPackage {
  id: string
  name: string
  expire_at: Date
  bought_at: Date | null
  failure: string | null
}

export interface RefusedEntry {
  kind: 'image_release' | 'data_set' | 'original' | 'invoice'
  id: string
  name: string
  reason: string | null
  at: Date
}

/** All SQL for what an owner must look after. Each statement reads the rows of one owner by an index on the owner. */
export const todosRepo = (db: Kysely<DB>, userId: string) => ({
  /** Lists failed instances with what the last boot failed at, the newest failure first. */
  abnormal: async () => {
    const { rows } = await sql<{ id: string; name: string; reason: string | null }>`
      select i.id, i.nick_name as name,
        (select s.detail from instance_steps s where s.instance_id = i.id and s.boot = i.boot and s.failed_at is not null
          order by s.failed_at desc limit 1) as reason
      from instances i where i.user_id = ${userId} and i.released_at is null and i.status = ${instanceStatusCodes.abnormal}
      order by i.phase_since desc limit ${overviewTodosMax}`.execute(db)
    return rows
  },
  /** Lists packages that end between two moments with nothing to follow: none was asked for, or the renewal failed. */
  ending: async (since: Date, until: Date) => {
    const { rows } = await sql<EndingPackage>`
      select i.id, i.nick_name as name, i.expire_at, w.failure,
        (select max(o.paid_at) from orders o where o.instance_id = i.id and o.charge_rule <> 'hour' and o.kind <> 'lift') as bought_at
      from instances i left join expiry_watch w on w.instance_id = i.id and w.expire_at = i.expire_at
      where i.user_id = ${userId} and i.released_at is null and i.charge_rule <> 'hour' and i.started_at is not null
        and i.expire_at > ${since} and i.expire_at <= ${until}
        and (i.expiry_policy = 'stop' or (i.expiry_policy = 'renew' and w.failure is not null))
      order by i.expire_at limit ${overviewTodosMax}`.execute(db)
    return rows
  },
  /** Lists what reviewers refused, or could not be prepared, since a moment and was not submitted again; newest first. */
  refused: async (since: Date) => {
    const { rows } = await sql<RefusedEntry>`
      select * from (
        select 'image_release' as kind, c.id, c.name || ' ' || v.version as name, v.state_reason as reason, v.submitted_at as at
        from community_images c join community_image_versions v on v.community_image_id = c.id
        where c.author_id = ${userId} and v.state in ('refused', 'failed') and not exists (select from community_image_versions n
          where n.community_image_id = c.id and n.state <> 'removed' and n.submitted_at > v.submitted_at)
        union all
        select 'data_set', c.id, c.name || ' ' || v.version, v.state_reason, v.submitted_at
        from data_sets c join data_set_versions v on v.data_set_id = c.id
        where c.author_id = ${userId} and c.removed_at is null and v.removed_at is null and v.state in ('refused', 'failed')
          and not exists (select from data_set_versions n
            where n.data_set_id = c.id and n.removed_at is null and n.submitted_at > v.submitted_at)
        union all
        select 'original', o.id, coalesce(m.name, d.name), o.reason, o.decided_at
        from originals o left join community_images m on m.id = o.community_image_id left join data_sets d on d.id = o.data_set_id
        where o.user_id = ${userId} and o.state = 'refused' and not exists (select from originals n
          where n.user_id = o.user_id and n.created_at > o.created_at
            and (n.community_image_id, n.data_set_id) is not distinct from (o.community_image_id, o.data_set_id))
        union all
        select 'invoice', i.id, i.title ->> 'name', i.reason, i.created_at
        from invoices i where i.user_id = ${userId} and i.state = 'rejected'
          and not exists (select from invoices n where n.user_id = i.user_id and n.created_at > i.created_at)
      ) as found where at >= ${since} order by at desc limit ${overviewTodosMax}`.execute(db)
    return rows
  },
})
