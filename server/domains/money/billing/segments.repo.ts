import { type Kysely, type Selectable, sql } from 'kysely'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type SegmentRow = Selectable<DB['segments']>

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
  openOfUser: (userId: string) =>
    db.selectFrom('segments').selectAll().where('user_id', '=', userId).where('ended_at', 'is', null).orderBy('id').execute(),
  openOf: (instanceIds: readonly string[]) =>
    instanceIds.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('segments')
          .selectAll()
          .where('instance_id', 'in', instanceIds)
          .where('ended_at', 'is', null)
          .orderBy('id')
          .forNoKeyUpdate()
          .execute(),
  markUnseen: async (instanceIds: readonly string[]) => {
    if (instanceIds.length === 0) return
    await db
      .updateTable('segments')
      .set({ unseen: true })
      .where('instance_id', 'in', instanceIds)
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
  /** Returns the segments of some instances, for "cost so far". */
  ofInstances: (instanceIds: readonly string[]) =>
    instanceIds.length === 0
      ? Promise.resolve([])
      : db.selectFrom('segments').selectAll().where('instance_id', 'in', instanceIds).execute(),
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
