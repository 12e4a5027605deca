import { sql } from 'kysely'
import { settleDueCharges } from '#server/jobs/jobs.ts'
import { type BenchmarkSide, compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform, insertRunningInstances } from '#tests/bench/world.ts'

const chunk = 5_000

const written = ['accounts', 'segments', 'ledger_transactions', 'ledger_entries', 'usage_charges'] as const

/** Lets everything run for another half hour, so that it is due again. */
export async function runSegmentsOn({ deps }: BenchmarkPlatform, schema: 'public' | 'bare'): Promise<void> {
  const { kysely } = deps.database
  await sql`update ${sql.id(schema, 'segments')} set seen_s = seen_s + 1800, next_bill_at = ${deps.clock.now()}`.execute(kysely)
  for (const table of written) await sql`vacuum analyze ${sql.id(schema, table)}`.execute(kysely)
  await sql`checkpoint`.execute(kysely)
}

/** The same tables with their indexes, but without triggers and foreign keys. */
async function copyBare({ deps }: BenchmarkPlatform): Promise<void> {
  const { kysely } = deps.database
  await sql`create schema bare`.execute(kysely)
  for (const table of written) {
    const bare = sql.id('bare', table)
    await sql`create table ${bare} (like ${sql.table(table)} including defaults including identity including indexes)`.execute(
      kysely,
    )
    await sql`insert into ${bare} overriding system value select * from ${sql.table(table)}`.execute(kysely)
  }
}

/** The barest settlement: one statement a chunk that moves meters, charges, postings and balances, and checks nothing. */
const settleChunk = (now: Date) => sql<{ n: number }>`
  with due as materialized (
    select *, ctid as place, (price_micro * seen_s + carry_in) / 36000000 as total from bare.segments
    where ended_at is null and next_bill_at <= ${now} order by user_id, id limit ${chunk} for update skip locked),
  saved as (
    update bare.segments s set billed_s = d.seen_s, billed_fen = d.total, next_bill_at = ${now}::timestamptz + interval '1 hour'
    from due d where s.ctid = d.place),
  sums as materialized (
    select user_id, sum(total - billed_fen)::bigint as fen, min(instance_id) as ref, 'bench:' || min(id) || ':' || min(billed_s) as idem
    from due group by user_id),
  posted as (
    insert into bare.ledger_transactions (id, idem, kind, title, ref, at) overriding system value
    select nextval('ledger_transactions_id_seq'), idem, 'usage', '按量扣费 ' || ref, ref, ${now} from sums returning id, idem),
  paid as materialized (select p.id, s.user_id, s.fen from posted p join sums s using (idem)),
  charged as (
    insert into bare.usage_charges (segment_id, from_s, to_s, fen, transaction_id, at)
    select d.id, d.billed_s, d.seen_s, d.total - d.billed_fen, p.id, ${now} from due d join paid p using (user_id)),
  moved as (
    update bare.accounts a set balance_fen = a.balance_fen - p.fen from paid p where a.user_id = p.user_id and a.kind = 'cash'
    returning a.id, a.balance_fen, p.id as transaction_id, p.fen),
  earned as (
    update bare.accounts a set balance_fen = a.balance_fen + (select coalesce(sum(fen), 0) from paid)
    where a.kind = 'revenue' and a.user_id is null returning a.id, a.balance_fen),
  entered as (
    insert into bare.ledger_entries (id, transaction_id, account_id, amount_fen, balance_after_fen) overriding system value
    select nextval('ledger_entries_id_seq'), * from (
      select transaction_id, id, -fen, balance_fen from moved
      union all
      select m.transaction_id, e.id, m.fen, e.balance_fen - sum(m.fen) over (order by m.transaction_id desc) + m.fen
      from moved m cross join earned e) legs)
  select count(*)::int as n from due`

async function settleBare({ deps }: BenchmarkPlatform): Promise<void> {
  for (let n = chunk; n === chunk; ) {
    const { rows } = await deps.database.transaction((trx) => settleChunk(deps.clock.now()).execute(trx))
    n = rows[0]!.n
  }
}

const compareSettlements = async (users: number, running: number) => {
  const world = await createBenchmarkPlatform(users)
  try {
    await insertRunningInstances(world, running, 0)
    await copyBare(world)
    const side = (schema: 'public' | 'bare', work: () => Promise<void>): BenchmarkSide => ({
      prepare: () => runSegmentsOn(world, schema),
      run: () => work().then(() => running),
    })
    return await compareSides(
      side('public', () => settleDueCharges(world.deps)),
      side('bare', () => settleBare(world)),
      3,
    )
  } finally {
    await world.close()
  }
}

const reference = '最简的按块单语句结算，没有触发器和外键'

export const settlementScenario: BenchmarkScenario = {
  name: '结算 2,000 人的 100,000 台运行中的实例',
  reference,
  aim: { at_most: 2 },
  against_baseline: 0.125,
  run: () => compareSettlements(2_000, 100_000),
}

/** Each with a posting and two entries of its own. */
export const loneSettlementScenario: BenchmarkScenario = {
  name: '结算 5,000 人各一台运行中的实例',
  reference,
  aim: { at_most: 4 },
  run: () => compareSettlements(5_000, 5_000),
}
