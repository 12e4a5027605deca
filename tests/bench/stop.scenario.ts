import { sql, type Transaction } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import type { DB } from '#server/db/types.ts'
import { newId } from '#server/lib/ids.ts'
import { addEventRaw, compareWithRawWrites, postRaw, publishRaw, rawReference, recordCallRaw } from '#tests/bench/raw-writes.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { createCountedPlatform, insertRunningInstances } from '#tests/bench/world.ts'

const eachRound = 60
const seenS = 600

/** Writes the rows of a settled stop, without any checks. */
async function writeRaw(trx: Transaction<DB>, now: Date, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from instances where user_id = ${userId} for no key update`.execute(trx)
  const { id } = rows[0]!
  const closed = await sql<{ id: bigint }>`
    update segments set ended_at = ${now}, billed_s = seen_s, billed_fen = 38 where instance_id = ${id} and ended_at is null
    returning id`.execute(trx)
  const posted = await postRaw(trx, { user_id: userId, kind: 'usage', fen: -38, with: 'revenue', at: now })
  await sql`
    insert into usage_charges (segment_id, from_s, to_s, fen, transaction_id, at)
    values (${closed.rows[0]!.id}, 0, ${seenS}, 38, ${posted}, ${now})`.execute(trx)
  await sql`
    update instances set status = ${instanceStatusCodes.shutting_down}, desired = 'stopped', reason = 'manual', phase_since = ${now},
      next_reconcile_at = ${now}, version = version + 1 where id = ${id}`.execute(trx)
  await addEventRaw(trx, id, now, '关机')
  await sql`
    insert into instance_guards (instance_id, run_since, due_at) values (${id}, ${now}, ${now})
    on conflict (instance_id) do update set due_at = excluded.due_at`.execute(trx)
  await publishRaw(trx, userId, now, 2)
  await recordCallRaw(trx, userId, 'instances.shutdown', now)
}

export const stopScenario: BenchmarkScenario = {
  name: '关一台按量计费的实例（含鉴权、幂等、结算、答复）',
  reference: rawReference,
  aim: { at_least: 0.4 },
  async run() {
    const world = await createCountedPlatform(eachRound)
    const { deps, people } = world
    const { kysely } = deps.database
    try {
      await insertRunningInstances(world, eachRound, seenS)
      const owned = await kysely.selectFrom('instances').select(['id', 'user_id']).execute()
      const idOf = new Map(owned.map(({ id, user_id: userId }) => [userId, id]))
      return await compareWithRawWrites(world, {
        prepare: async () => {
          const now = deps.clock.now()
          const started = new Date(now.getTime() - seenS * 1000)
          await sql`update segments set ended_at = ${now} where ended_at is null`.execute(kysely)
          await sql`
            update instances set status = 2, desired = 'running', started_at = ${started}, carry = 0, reason = null,
              next_reconcile_at = null`.execute(kysely)
          await sql`
            insert into segments (instance_id, user_id, price_micro, carry_in, started_at, seen_at, seen_s, next_bill_at)
            select id, user_id, price_micro, 0, ${started}, ${now}, ${seenS}, ${now}::timestamptz + interval '1 hour'
            from instances`.execute(kysely)
          await sql`vacuum analyze`.execute(kysely)
          await Promise.all(people.map((person) => person.token()))
        },
        ours: async (nth) => {
          const { call, id: userId } = people[nth]!
          const params = { id: idOf.get(userId)! }
          const { status, raw } = await call(instances.shutdown, { params }, { headers: { 'idempotency-key': newId('bench') } })
          if (status !== 200) throw new Error(raw)
        },
        raw: (begin, nth) => begin((trx) => writeRaw(trx, deps.clock.now(), people[nth]!.id)),
      })
    } finally {
      await world.close()
    }
  },
}
