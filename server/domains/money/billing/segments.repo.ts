import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { microSecondsPerFen } from '#contract/money.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type SegmentRow = Selectable<DB['segments']>

/** What some running segments have used but not settled, and what they cost per hour. */
export interface UsageSum {
  fen: bigint
  micro: bigint
  /** `micro` without paused meters. */
  billed_micro: bigint
}

/** Running usage of one place and one choice of vouchers. */
export interface PlacedUsageSum extends UsageSum {
  product_id: string
  region_id: string
  /** Vouchers the instances may not use: all, or some. */
  none: boolean | null
  forbidden: unknown
}

/** What `readMeter` counts at `now`. */
const selectSeconds = (now: Date) => {
  const passed = sql`floor(extract(epoch from ${now}::timestamptz - s.seen_at))::bigint`
  const read = sql`s.seen_s + least(greatest(${passed}, 0), ${sql.lit(limits.meteredGapSeconds)})`
  return sql`case when s.unseen then s.seen_s when s.limit_s is null then ${read}
    else least(${read}, greatest(s.limit_s, s.seen_s)) end`
}

/** What a running segment has cost so far, rounded as `computeRunCharge` rounds it. */
const selectCharge = (now: Date) =>
  sql`(s.price_micro * (${selectSeconds(now)}) + s.carry_in) / ${sql.lit(Number(microSecondsPerFen))}`

/** Sums of segments `s` as `UsageSum`. */
const selectUsageSum = (now: Date) => sql`
  coalesce(sum(${selectCharge(now)} - s.billed_fen), 0)::bigint as fen,
  coalesce(sum(s.price_micro), 0)::bigint as micro,
  coalesce(sum(s.price_micro) filter (where not s.unseen), 0)::bigint as billed_micro`

/** All SQL for metering. */
export const segmentsRepo = (db: Kysely<DB>) => ({
  open: ({
    at,
    ...row
  }: Pick<
    SegmentRow,
    'instance_id' | 'user_id' | 'price_micro' | 'image_price_micro' | 'image_version_id' | 'carry_in' | 'next_bill_at'
  > & { at: Date }) =>
    db
      .insertInto('segments')
      .values((eb) => ({
        ...row,
        product_id: eb.selectFrom('instances').select('product_id').where('id', '=', row.instance_id),
        started_at: at,
        seen_at: at,
      }))
      .execute(),
  findOpen: (instanceId: string) =>
    db
      .selectFrom('segments')
      .selectAll()
      .where('instance_id', '=', instanceId)
      .where('ended_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  /** Returns the segments of an instance that come after segment `after`. */
  ofRun: (instanceId: string, after: bigint) =>
    db.selectFrom('segments').selectAll().where('instance_id', '=', instanceId).where('id', '>', after).execute(),
  limit: ({ id, seen_at: seenAt, seen_s: seenS, limit_s: limitS }: Pick<SegmentRow, 'id' | 'seen_at' | 'seen_s' | 'limit_s'>) =>
    db.updateTable('segments').set({ seen_at: seenAt, seen_s: seenS, limit_s: limitS }).where('id', '=', id).execute(),
  /** Sums a user's running usage in one row. */
  sumUsage: async (userId: string, now: Date): Promise<UsageSum[]> => {
    const { rows } = await sql<UsageSum>`
      select ${selectUsageSum(now)} from segments s where s.user_id = ${userId} and s.ended_at is null`.execute(db)
    return rows
  },
  /** Sums it by all that decides which vouchers pay, or lists it in the order of settlement: a row per segment. */
  placedUsage: async (userId: string, now: Date, per: 'place' | 'segment'): Promise<PlacedUsageSum[]> => {
    const { rows } = await sql<PlacedUsageSum>`
      select i.product_id, i.region_id, r.none, r.forbidden, ${selectUsageSum(now)}
      from segments s join instances i on i.id = s.instance_id left join instance_voucher_rules r on r.instance_id = i.id
      where s.user_id = ${userId} and s.ended_at is null
      group by i.product_id, i.region_id, r.none, r.forbidden ${per === 'segment' ? sql`, s.id` : sql``} order by min(s.id)`.execute(
      db,
    )
    return rows
  },
  openOf: (instanceIds: readonly string[]) =>
    instanceIds.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('segments')
          .selectAll()
          .where('instance_id', '=', sql<string>`any(${instanceIds}::text[])`)
          .where('ended_at', 'is', null)
          .orderBy('id')
          .forNoKeyUpdate()
          .execute(),
  markUnseen: async (instanceIds: readonly string[]) => {
    if (instanceIds.length === 0) return
    await db
      .updateTable('segments')
      .set({ unseen: true })
      .where('instance_id', '=', sql<string>`any(${instanceIds}::text[])`)
      .where('ended_at', 'is', null)
      .where('unseen', '=', false)
      .execute()
  },
  usersMetered: async () => {
    const rows = await db.selectFrom('segments').select('user_id').distinct().where('ended_at', 'is', null).execute()
    return rows.map((row) => row.user_id)
  },
  /** Saves the readings of all meters in one statement. */
  saveMeters: async (rows: readonly Pick<SegmentRow, 'id' | 'seen_at' | 'seen_s' | 'unseen'>[]) => {
    if (rows.length === 0) return
    const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key])
    await sql`
      update segments s set seen_at = v.seen_at, seen_s = v.seen_s, unseen = v.unseen
      from unnest(${column('id')}::bigint[], ${column('seen_at')}::timestamptz[], ${column('seen_s')}::bigint[],
                  ${column('unseen')}::boolean[]) as v(id, seen_at, seen_s, unseen)
      where s.id = v.id`.execute(db)
  },
  setCarry: (instanceId: string, carry: bigint) =>
    db.updateTable('instances').set({ carry }).where('id', '=', instanceId).execute(),
  /** Sums what each of some instances has cost so far, settled or not. */
  sumByInstance: async (instanceIds: readonly string[], now: Date) => {
    const { rows } = await sql<{ instance_id: string; fen: bigint }>`
      select s.instance_id, sum(case when s.ended_at is null then ${selectCharge(now)} else s.billed_fen end)::bigint as fen
      from segments s where s.instance_id = any(${instanceIds}::text[]) group by s.instance_id`.execute(db)
    return rows
  },
  page: (instanceId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
    loadPage(db.selectFrom('segments').selectAll().where('instance_id', '=', instanceId), query, 'id', 'id'),
  chargesOf: (segmentIds: readonly bigint[]) =>
    segmentIds.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('usage_charges as c')
          .selectAll('c')
          .where('c.segment_id', 'in', segmentIds)
          .orderBy('c.segment_id')
          .orderBy('c.from_s')
          .execute(),
})
