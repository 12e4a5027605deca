import { type Kysely, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'

/** An instance that runs now, with what its simulated load depends on. */
export interface RunningInstance {
  id: string
  started_at: Date
  gpu_model: string
  memory_gb: number
  /** Card UUIDs by position. */
  cards: string[]
  /** Whether it is billed by the second. */
  metered: boolean
}

const runningCodes = sql`(${instanceStatusCodes.running}, ${instanceStatusCodes.saving})`

/** All SQL by which the story looks at the platform. */
export const livingRepo = (db: Kysely<DB>) => ({
  running: async (): Promise<RunningInstance[]> => {
    const { rows } = await sql<RunningInstance>`
      select i.id, i.started_at, p.gpu_model, i.memory_gb,
        array(select g.uuid from gpus g where g.instance_id = i.id order by g.uuid) as cards,
        exists (select from segments s where s.instance_id = i.id and s.ended_at is null) as metered
      from instances i join products p on p.id = i.product_id
      where i.status in ${runningCodes} and i.released_at is null and i.started_at is not null order by i.id`.execute(db)
    return rows
  },
  instance: (id: string): Promise<{ id: string; generation: number; host_id: string }> =>
    db.selectFrom('instances').select(['id', 'generation', 'host_id']).where('id', '=', id).executeTakeFirstOrThrow(),
  productId: async (model: string, regionId: string): Promise<string> => {
    const found = await db
      .selectFrom('products')
      .select('id')
      .where('gpu_model', '=', model)
      .where('region_id', '=', regionId)
      .executeTakeFirst()
    if (!found) throw new Error(`no ${model} in ${regionId}`)
    return found.id
  },
  campaignId: async (name: string): Promise<string> =>
    (await db.selectFrom('coupon_campaigns').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id,
  pendingCertificationId: async (userId: string): Promise<string> =>
    (
      await db
        .selectFrom('certifications')
        .select('id')
        .where('user_id', '=', userId)
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
    ).id,
  tradeNo: (rechargeId: string) =>
    db.selectFrom('recharges').select(['trade_no', 'amount_fen']).where('id', '=', rechargeId).executeTakeFirstOrThrow(),
  inviteCode: async (userId: string): Promise<string> =>
    (await db.selectFrom('users').select('invite_code').where('id', '=', userId).executeTakeFirstOrThrow()).invite_code,
  uuid: async (userId: string): Promise<string> =>
    (await db.selectFrom('users').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid,
  userId: async (phone: string): Promise<string> =>
    (await db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id,
})
