import { sql, type Transaction } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import { addEventRaw, compareWithRawWrites, publishRaw, rawReference } from '#tests/bench/raw-writes.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { createCountedPlatform, insertRunningInstances } from '#tests/bench/world.ts'
import { finishSteps } from '#tests/support/worker.ts'

const eachRound = 60
const idOf = (nth: number) => `gpu-bench-${nth + 1}`

/** Writes the rows of an instance that runs now, without any checks. */
async function writeRaw(trx: Transaction<DB>, now: Date, id: string): Promise<void> {
  await sql`
    update instances set status = 2, phase_since = ${now}, next_reconcile_at = null, started_at = ${now}, booted_generation = generation,
      version = version + 1 where id = ${id}`.execute(trx)
  await sql`
    update instance_steps set finished_at = ${now} where instance_id = ${id} and finished_at is null`.execute(trx)
  await sql`
    insert into instance_steps (instance_id, boot, key, started_at, finished_at)
    select id, boot, 'ready', ${now}, ${now} from instances where id = ${id}`.execute(trx)
  await addEventRaw(trx, id, now, '运行中')
  await sql`
    insert into instance_guards (instance_id, run_since, due_at) values (${id}, ${now}, ${now})
    on conflict (instance_id) do update set due_at = excluded.due_at`.execute(trx)
  await sql`
    insert into segments (instance_id, user_id, price_micro, carry_in, started_at, seen_at, next_bill_at)
    select id, user_id, price_micro, 0, ${now}, ${now}, ${now}::timestamptz + interval '1 hour' from instances where id = ${id}`.execute(
    trx,
  )
  const { rows } = await sql<{ user_id: string }>`select user_id from instances where id = ${id}`.execute(trx)
  await publishRaw(trx, rows[0]!.user_id, now, 2)
}

export const bootScenario: BenchmarkScenario = {
  name: '开机的最后一步（对账：认领、规格、镜像、引擎答“运行中”、写回、开表）',
  reference: rawReference,
  aim: { at_least: 0.4 },
  async run() {
    const world = await createCountedPlatform(eachRound)
    const { deps } = world
    const { kysely } = deps.database
    // An engine that answers at once.
    Object.assign(deps.compute, {
      ensureImage: async () => {},
      ensureRunning: async (spec: InstanceRef) => ({ ref: spec, phase: 'running', observed_at: deps.clock.now() }),
    })
    try {
      await insertRunningInstances(world, eachRound, 0)
      return await compareWithRawWrites(world, {
        prepare: async () => {
          const now = deps.clock.now()
          await sql`update segments set ended_at = ${now} where ended_at is null`.execute(kysely)
          await sql`
            update instances set status = ${instanceStatusCodes.starting}, boot = boot + 1, next_reconcile_at = ${now}, lease_until = null,
              lease_by = null, booted_generation = generation, phase_since = ${now}`.execute(kysely)
          await sql`
            insert into instance_steps (instance_id, boot, key, started_at) select id, boot, 'image', ${now} from instances`.execute(
            kysely,
          )
          await sql`vacuum analyze`.execute(kysely)
        },
        ours: async () => {
          const done = await finishSteps(startDueSteps(deps, 'bench', 1))
          if (done !== 1) throw new Error('nothing was due')
        },
        raw: (begin, nth) => begin((trx) => writeRaw(trx, deps.clock.now(), idOf(nth))),
      })
    } finally {
      await world.close()
    }
  },
}
