import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { openPlainDriver } from '#tests/bench/plain-driver.ts'
import { seedMarket, testImageId, testRegionId, toProductId } from '#tests/support/market.ts'
import { addPeople, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { createStatementLog, type StatementLog } from '#tests/support/statement-log.ts'

export interface BenchmarkPlatform extends TestPlatform {
  people: Person[]
}

/** What the raw side of a comparison needs. */
interface RawSide {
  log: StatementLog
  /** The same database as a plain driver speaks to it: on PostgreSQL without names for statements. */
  plain: Database
}

/** The whole server with a stocked market, on a database that counts statements. */
export async function createCountedPlatform(count: number): Promise<BenchmarkPlatform & RawSide> {
  const log = await createStatementLog()
  const platform = await createTestPlatform({ database: log.database })
  await seedMarket(platform.deps)
  const people = await addPeople(platform, count, { balance: '1000000.00', is_tencent: true })
  const plain = log.url === undefined ? log.database : openPlainDriver(log.url)
  return {
    ...platform,
    people,
    log,
    plain,
    close: async () => {
      if (plain !== log.database) await plain.close()
      await platform.close()
    },
  }
}

/** The whole server with a stocked market and `count` verified, funded users. */
export async function createBenchmarkPlatform(count: number): Promise<BenchmarkPlatform> {
  const platform = await createTestPlatform()
  await seedMarket(platform.deps)
  const people: Person[] = []
  for (let left = count; left > 0; left -= 1_000) {
    people.push(...(await addPeople(platform, Math.min(left, 1_000), { balance: '1000000.00' })))
  }
  return { ...platform, people }
}

/**
 * Creates `count` running metered instances, numbered from `first`, spread evenly over the users, each with an open segment seen
 * `seenS` seconds.
 */
export async function insertRunningInstances(
  { deps, people }: BenchmarkPlatform,
  count: number,
  seenS: number,
  first = 1,
): Promise<void> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const started = new Date(now.getTime() - seenS * 1000)
  const owners = people.map(({ id }) => id)
  await sql`
    with made as (
      insert into instances (id, user_id, nick_name, product_id, price_id, region_id, host_id, image_id, gpu_num, cpu, memory_gb,
        sys_disk_gb, data_disk_gb, charge_rule, price_micro, status, desired, phase_since, created_at, started_at)
      select 'gpu-bench-' || n, (${owners}::text[])[1 + n % ${owners.length}], '训练 ' || n, ${toProductId('RTX 4090')},
        ${`price-${toProductId('RTX 4090')}`}, ${testRegionId}, (select id from hosts order by id limit 1), ${testImageId}, 1, 8, 32, 30, 50, 'hour',
        2280000, 2, 'running', ${started}, ${started}::timestamptz + n * interval '1 millisecond', ${started}
      from generate_series(${first}::int, ${first + count - 1}::int) n returning *)
    insert into segments (instance_id, user_id, price_micro, carry_in, started_at, seen_at, seen_s, next_bill_at)
    select id, user_id, price_micro, 0, started_at, ${now}, ${seenS}, ${now}::timestamptz + interval '1 hour'
    from made order by created_at`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
}
