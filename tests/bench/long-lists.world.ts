import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform } from '#tests/bench/world.ts'
import { testImageId, testRegionId, toProductId } from '#tests/support/market.ts'
import { addPerson, type Person } from '#tests/support/people.ts'

export interface ListSizes {
  instances: number
  /** Usage charges; each has a posting of two ledger entries. A multiple of `instances`. */
  charges: number
  orders: number
  notices: number
}

export interface LongListsWorld extends BenchmarkPlatform {
  /** Owns all the rows. */
  owner: Person
  operator: Person
}

const hourFen = 228

/** Fills in triggers' stead, except those that keep sums: they see each statement as they see any other. */
const summingTriggers = { ledger_entries: 'ledger_entries_summed', usage_charges: 'usage_charges_summed' } as const

async function setSummingTriggers(trx: Transaction<DB>, state: 'enable always' | 'enable'): Promise<void> {
  for (const [table, trigger] of Object.entries(summingTriggers)) {
    const { rows } = await sql`select from pg_trigger where tgname = ${trigger}`.execute(trx)
    if (rows.length > 0) await sql.raw(`alter table ${table} ${state} trigger ${trigger}`).execute(trx)
  }
}

/**
 * One user with many shut-down instances, each charged hour by hour over the last 30 days, and many orders and notices; others
 * have a few instances, and the second person nothing. Filled
 * by a few statements without the row triggers; the books are as right as if they had been written one by one.
 */
export async function createLongListsWorld({ instances, charges, orders, notices }: ListSizes): Promise<LongListsWorld> {
  const platform = await createBenchmarkPlatform(20)
  const owner = platform.people[0]!
  const operator = await addPerson(platform, { role: 'operator_admin' })
  const { kysely } = platform.deps.database
  const now = platform.clock.now()
  const each = charges / instances
  const others = platform.people.slice(2).map(({ id }) => id)
  await kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await setSummingTriggers(trx, 'enable always')
    await sql`
      insert into instances (id, user_id, nick_name, product_id, price_id, region_id, host_id, image_id, gpu_num, cpu, memory_gb,
        sys_disk_gb, data_disk_gb, charge_rule, price_micro, status, desired, phase_since, created_at, started_at)
      select 'gpu-long-' || n, case when n <= ${instances}::int then ${owner.id} else (${others}::text[])[1 + n % ${others.length}::int] end, '训练 ' || n, ${toProductId('RTX 4090')}, ${`price-${toProductId('RTX 4090')}`},
        ${testRegionId}, (select id from hosts order by id limit 1), ${testImageId}, 1, 8, 32, 30, 50, 'hour', 2280000, 7, 'stopped',
        ${now}, ${now}::timestamptz - interval '31 days' + n * interval '1 second', ${now}
      from generate_series(1, ${instances}::int + 50 * ${others.length}::int) n`.execute(trx)
    await sql`
      insert into segments (instance_id, user_id, price_micro, carry_in, started_at, ended_at, seen_at, seen_s, billed_s,
        billed_fen, next_bill_at)
      select id, user_id, price_micro, 0, created_at, ${now}, ${now}, ${each * 3600}, ${each * 3600}, ${each * hourFen}, ${now}
      from instances where user_id = ${owner.id} order by created_at`.execute(trx)
    await sql`
      insert into ledger_transactions (idem, kind, title, ref, at)
      select 'usage:long:' || n, 'usage', '按量扣费', 'gpu-long-' || (1 + n % ${instances}::int),
        ${now}::timestamptz - interval '30 days' + n * (interval '30 days' / ${charges}::int)
      from generate_series(0, ${charges - 1}::int) n order by n`.execute(trx)
    await sql`
      insert into ledger_entries (id, transaction_id, account_id, amount_fen, balance_after_fen) overriding system value
      select nextval(pg_get_serial_sequence('ledger_entries', 'id')), t.id, a.id, a.sign * ${hourFen}::int,
        a.balance_fen + a.sign * ${hourFen}::int * row_number() over (partition by a.id order by t.id)
      from ledger_transactions t, (
        select id, balance_fen, case when user_id is null then 1 else -1 end as sign from accounts
        where user_id = ${owner.id} and kind = 'cash' or user_id is null and kind = 'revenue') a
      where t.idem like 'usage:long:%' order by t.id, a.sign`.execute(trx)
    await sql`
      update accounts a set balance_fen = (select balance_after_fen from ledger_entries where account_id = a.id order by id desc limit 1)
      where user_id = ${owner.id} and kind = 'cash' or user_id is null and kind = 'revenue'`.execute(trx)
    await sql`
      insert into usage_charges (segment_id, from_s, to_s, fen, transaction_id, at)
      select s.id, x.n / ${instances}::int * 3600, x.n / ${instances}::int * 3600 + 3600, ${hourFen}::int, t.id, t.at
      from ledger_transactions t, lateral (select substr(t.idem, 12)::int as n) x, segments s
      where t.idem like 'usage:long:%' and s.instance_id = t.ref`.execute(trx)
    await sql`
      insert into orders (id, user_id, kind, title, amount_fen, status, charge_rule, quantity, price_id, quote_id, created_at,
        closed_at, closed_by)
      select 'order-long-' || n, ${owner.id}, 'create_instance', '创建实例 ' || n, 100 + n % 1000, 'cancelled', 'day', 1,
        ${`price-${toProductId('RTX 4090')}`}, 'quote-long-' || n, ${now}::timestamptz - interval '30 days' + n * interval '1 second',
        ${now}, 'time'
      from generate_series(1, ${orders}::int) n`.execute(trx)
    await sql`
      insert into notifications (id, user_id, class, title, content, created_at)
      select 'notice-long-' || n, ${owner.id}, 'system', '通知 ' || n, '内容', ${now}::timestamptz - interval '30 days' + n * interval '1 second'
      from generate_series(1, ${notices}::int) n`.execute(trx)
    await setSummingTriggers(trx, 'enable')
  })
  // Each row is looked at: what the planner knows from a sample differs from run to run, and plans with it.
  await kysely.connection().execute(async (session) => {
    await sql`set default_statistics_target = 1000`.execute(session)
    await sql`vacuum analyze`.execute(session)
    await sql`reset default_statistics_target`.execute(session)
  })
  return { ...platform, owner, operator }
}
