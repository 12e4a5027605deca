import { sql, type Transaction } from 'kysely'
import { orders } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import { readQuote, signQuote } from '#server/domains/rentals/orders/quote-token.ts'
import { newId } from '#server/lib/ids.ts'
import { compareWithRawWrites, postRaw, rawReference, recordCallRaw } from '#tests/bench/raw-writes.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { type BenchmarkPlatform, createCountedPlatform } from '#tests/bench/world.ts'
import { testImageId, testRegionId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'

const eachRound = 60
const productId = toProductId('RTX 4090')
const form = {
  product_id: productId,
  gpu_num: 1,
  image_id: testImageId,
  data_disk: 50,
  charge_rule: 'day' as const,
  nick_name: '训练',
}

/** Enough capacity for the orders of a round, whatever the fleet is. */
async function freeCards({ deps }: BenchmarkPlatform): Promise<void> {
  const { kysely } = deps.database
  await sql`update gpus set instance_id = null`.execute(kysely)
  await sql`
    insert into gpus (uuid, host_id, model)
    select 'GPU-bench-' || n, (select host_id from gpus where model = 'RTX 4090' order by host_id limit 1), 'RTX 4090'
    from generate_series(1, ${eachRound}) n on conflict do nothing`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
}

/** Writes the rows of an order without any checks. */
async function writeRaw(trx: Transaction<DB>, now: Date, userId: string): Promise<void> {
  const order = newId('order')
  const instance = newId('gpu')
  await sql`select balance_fen from accounts where user_id = ${userId} and kind = 'cash' for update`.execute(trx)
  const { rows } = await sql<{ uuid: string; host_id: string }>`
    select uuid, host_id from gpus where model = 'RTX 4090' and instance_id is null order by uuid limit 1 for update skip locked`.execute(
    trx,
  )
  const { uuid, host_id: hostId } = rows[0]!
  await sql`
    insert into instances (id, user_id, nick_name, product_id, price_id, region_id, host_id, image_id, gpu_num, cpu, memory_gb,
      sys_disk_gb, data_disk_gb, charge_rule, price_micro, expire_at, status, desired, next_reconcile_at, phase_since, created_at)
    values (${instance}, ${userId}, '训练', ${productId}, ${`price-${productId}`}, ${testRegionId}, ${hostId}, ${testImageId}, 1, 8, 32,
      30, 50, 'day', 2280000, ${now}, 0, 'running', ${now}, ${now}, ${now})`.execute(trx)
  await sql`update gpus set instance_id = ${instance} where uuid = ${uuid}`.execute(trx)
  await sql`insert into instance_steps (instance_id, boot, key, started_at) values (${instance}, 1, 'schedule', ${now})`.execute(
    trx,
  )
  await sql`
    insert into instance_events (instance_id, at, actor, actor_id, kind, title, status)
    values (${instance}, ${now}, 'user', ${userId}, 'order', '创建实例', 0)`.execute(trx)
  await sql`
    insert into orders (id, user_id, kind, title, status, amount_fen, charge_rule, quantity, instance_id, price_id, quote_id, created_at)
    values (${order}, ${userId}, 'create_instance', '创建实例', 'done', 5472, 'day', 1, ${instance}, ${`price-${productId}`}, ${order}, ${now})`.execute(
    trx,
  )
  await postRaw(trx, { user_id: userId, kind: 'order', fen: -5472, with: 'revenue', at: now })
  await sql`
    insert into stream_events (user_id, message, created_at)
    select case n when 2 then null else ${userId} end, '{"type":"change","resource":"instances","id":null}', ${now}
    from generate_series(1, 4) n`.execute(trx)
  await recordCallRaw(trx, userId, 'orders.create', now)
}

/** Quotes for the round, signed as the API signs them; quoting is not part of ordering. */
async function quotesFor({ deps }: BenchmarkPlatform, people: readonly Person[]): Promise<string[]> {
  const [person] = people
  const { data } = await person!.call(orders.quote, { body: form })
  const { jti: _, ...quoted } = await readQuote(deps, person!.id, data.token)
  return Promise.all(people.map(({ id }) => signQuote(deps, id, quoted)))
}

export const orderScenario: BenchmarkScenario = {
  name: '下一单（包日，含鉴权、校验、幂等、扣款、建实例）',
  reference: rawReference,
  aim: { at_least: 0.5 },
  against_baseline: 0.6,
  async run() {
    const world = await createCountedPlatform(eachRound)
    const { people, deps } = world
    let quotes: string[] = []
    try {
      return await compareWithRawWrites(world, {
        prepare: async () => {
          await freeCards(world)
          quotes = await quotesFor(world, people)
          await Promise.all(people.map((person) => person.token()))
        },
        ours: async (nth) => {
          const { status, raw } = await people[nth]!.call(
            orders.create,
            { body: { quote: quotes[nth]! } },
            { headers: { 'idempotency-key': newId('bench') } },
          )
          if (status !== 200) throw new Error(raw)
        },
        raw: (begin, nth) => begin((trx) => writeRaw(trx, deps.clock.now(), people[nth]!.id)),
      })
    } finally {
      await world.close()
    }
  },
}
