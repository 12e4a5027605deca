import { sql } from 'kysely'
import { orders } from '#contract/orders.ts'
import { readQuote, signQuote } from '#server/domains/rentals/orders/quote-token.ts'
import { newId } from '#server/lib/ids.ts'
import { compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform } from '#tests/bench/world.ts'
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
async function writeRaw({ deps }: BenchmarkPlatform, userId: string): Promise<void> {
  const now = deps.clock.now()
  const order = newId('order')
  const instance = newId('gpu')
  await deps.database.transaction(async (trx) => {
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
    const posted = await sql<{ id: bigint }>`
      insert into ledger_transactions (idem, kind, title, ref, at) values (${`order:${order}`}, 'order', '创建实例', ${order}, ${now}) returning id`.execute(
      trx,
    )
    await sql`
      insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
      select ${posted.rows[0]!.id}::bigint, id, case kind when 'cash' then -5472 else 5472 end, 0 from accounts
      where (user_id = ${userId} and kind = 'cash') or (user_id is null and kind = 'revenue') order by user_id is null`.execute(
      trx,
    )
    await sql`
      insert into stream_events (user_id, message, created_at)
      select case n when 2 then null else ${userId} end, '{"type":"change","resource":"instances","id":null}', ${now}
      from generate_series(1, 4) n`.execute(trx)
    await sql`
      insert into idempotency_keys (user_id, key, endpoint, request_hash, response, created_at)
      values (${userId}, ${order}, 'orders.create', 'bench', '{}', ${now})`.execute(trx)
    await sql`
      insert into audit_log (at, user_id, endpoint, ip, user_agent, request_id)
      values (${now}, ${userId}, 'orders.create', '127.0.0.1', 'bench', 'bench')`.execute(trx)
  })
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
  reference: '同样的写入，手写 SQL',
  aim: { at_least: 0.4 },
  async run() {
    const world = await createBenchmarkPlatform(eachRound)
    const { people } = world
    let quotes: string[] = []
    try {
      return await compareSides(
        {
          prepare: async () => {
            await freeCards(world)
            quotes = await quotesFor(world, people)
            await Promise.all(people.map((person) => person.token()))
          },
          run: async () => {
            for (const [i, person] of people.entries()) {
              const { status, raw } = await person.call(
                orders.create,
                { body: { quote: quotes[i]! } },
                { headers: { 'idempotency-key': newId('bench') } },
              )
              if (status !== 200) throw new Error(raw)
            }
            return people.length
          },
        },
        {
          prepare: () => freeCards(world),
          run: async () => {
            for (const { id } of people) await writeRaw(world, id)
            return people.length
          },
        },
      )
    } finally {
      await world.close()
    }
  },
}
