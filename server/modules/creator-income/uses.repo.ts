import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Span } from '#server/modules/creator-income/months.policy.ts'

/** A stretch of somebody's use of a version: of a metering segment, or of the time an order has prepaid. */
export interface UseRow {
  version_id: string
  consumer_id: string
  segment_id: bigint | null
  period_id: bigint | null
  price_micro: bigint
  seconds: bigint
  cash_fen: bigint
  whole_fen: bigint
  from_at: Date
  to_at: Date
}

const versions_of = (creator_id: string) =>
  sql`(select v.id from community_image_versions v join community_images c on c.id = v.community_image_id where c.author_id = ${creator_id})`

/** What of a period had passed at a moment, in whole seconds. */
const passed = (to: Date) => sql`floor(extract(epoch from least(p.ends_at, ${to}::timestamptz) - p.starts_at))::bigint`

/** All SQL of the use of priced images. A charge belongs to the month in which it was settled, as in 消费明细. */
export const usesRepo = (db: Kysely<DB>) => ({
  charged: async (creator_id: string, { from, to }: Span): Promise<UseRow[]> => {
    const { rows } = await sql<UseRow>`
      select s.image_version_id as version_id, s.user_id as consumer_id, s.id as segment_id, null as period_id,
        s.image_price_micro as price_micro, sum(c.to_s - c.from_s)::bigint as seconds, sum(c.fen - c.voucher_fen)::bigint as cash_fen,
        sum(c.fen)::bigint as whole_fen, greatest(s.started_at, ${from}::timestamptz) as from_at, max(c.at) as to_at
      from segments s join usage_charges c on c.segment_id = s.id
      where s.image_version_id in ${versions_of(creator_id)} and s.started_at < ${to}
        and (s.ended_at is null or s.ended_at >= ${from}) and c.at >= ${from} and c.at < ${to}
      group by s.id having sum(c.fen) > 0 order by s.id`.execute(db)
    return rows
  },
  /** What has passed of prepaid time and is on no statement. What never ran may still be given back: it waits. */
  unstated: async (creator_id: string, to: Date): Promise<UseRow[]> => {
    const { rows } = await sql<UseRow>`
      select p.version_id, p.user_id as consumer_id, null as segment_id, p.id as period_id, p.price_micro,
        ${passed(to)} - p.stated_s as seconds, o.amount_fen - o.voucher_fen as cash_fen, o.amount_fen + o.discount_fen as whole_fen,
        p.starts_at + make_interval(secs => p.stated_s) as from_at, least(p.ends_at, ${to}::timestamptz) as to_at
      from image_periods p join orders o on o.id = p.order_id
      where p.version_id in ${versions_of(creator_id)} and o.status <> 'paid' and p.starts_at < ${to}
        and ${passed(to)} > p.stated_s
      order by p.id for no key update of p`.execute(db)
    return rows
  },
  /** What of prepaid time passes within a span, stated or not; for looking only. */
  passing: async (creator_id: string, { from, to }: Span): Promise<UseRow[]> => {
    const { rows } = await sql<UseRow>`
      select p.version_id, p.user_id as consumer_id, null as segment_id, p.id as period_id, p.price_micro,
        floor(extract(epoch from least(p.ends_at, ${to}::timestamptz) - greatest(p.starts_at, ${from}::timestamptz)))::bigint as seconds,
        o.amount_fen - o.voucher_fen as cash_fen, o.amount_fen + o.discount_fen as whole_fen,
        greatest(p.starts_at, ${from}::timestamptz) as from_at, least(p.ends_at, ${to}::timestamptz) as to_at
      from image_periods p join orders o on o.id = p.order_id
      where p.version_id in ${versions_of(creator_id)} and o.status <> 'paid' and p.starts_at < ${to} and p.ends_at > ${from}
        and least(p.ends_at, ${to}::timestamptz) >= greatest(p.starts_at, ${from}::timestamptz) + interval '1 second'
      order by p.id`.execute(db)
    return rows
  },
  addStated: async (rows: readonly Pick<UseRow, 'period_id' | 'seconds'>[]) => {
    if (rows.length === 0) return
    await sql`update image_periods p set stated_s = p.stated_s + v.seconds
      from unnest(${rows.map((row) => row.period_id)}::bigint[], ${rows.map((row) => row.seconds)}::bigint[]) as v(id, seconds)
      where p.id = v.id`.execute(db)
  },
  /** Whoever may have earned something in a month and has no statement of it. */
  creatorsOf: async (month: string, { from, to }: Span): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct c.author_id as id from community_images c join community_image_versions v on v.community_image_id = c.id
      where (exists (select 1 from segments s where s.image_version_id = v.id and s.started_at < ${to}
                     and (s.ended_at is null or s.ended_at >= ${from}))
          or exists (select 1 from image_periods p join orders o on o.id = p.order_id
                     where p.version_id = v.id and o.status <> 'paid' and p.starts_at < ${to} and ${passed(to)} > p.stated_s))
        and not exists (select 1 from creator_statements t where t.creator_id = c.author_id and t.month = ${month})
      order by 1`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** When the first priced image began to run; null while none has. */
  firstUse: async (): Promise<Date | null> => {
    const { rows } = await sql<{ at: Date | null }>`
      select least((select min(started_at) from segments where image_version_id is not null),
                   (select min(starts_at) from image_periods)) as at`.execute(db)
    return rows[0]!.at
  },
  /** A charge that is overdue was not written yet: its month is not settled. */
  hasUnsettled: async (to: Date): Promise<boolean> => {
    const row = await db
      .selectFrom('segments')
      .select('id')
      .where('image_version_id', 'is not', null)
      .where('ended_at', 'is', null)
      .where('next_bill_at', '<', to)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
})
