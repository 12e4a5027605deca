import { sql } from 'kysely'
import { settleDueCharges } from '#server/jobs/jobs.ts'
import { type BenchmarkSide, compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform, insertRunningInstances } from '#tests/bench/world.ts'

const running = 100_000
const chunk = 500

/** Lets everything run for another half hour, so that it is due again. */
async function runOn({ deps }: BenchmarkPlatform): Promise<void> {
  const { kysely } = deps.database
  await sql`update segments set seen_s = seen_s + 1800, next_bill_at = ${deps.clock.now()}`.execute(kysely)
  await sql`vacuum analyze segments`.execute(kysely)
  await sql`vacuum analyze accounts`.execute(kysely)
}

interface Leg {
  /** Segments in the chunk. */
  n: number
  transaction_id: bigint
  account_id: bigint
  amount_fen: bigint
}

/** Writes one chunk in one statement: meters, postings with both their legs, charges. */
const settleChunk = (now: Date) => sql<Leg>`
  with due as (
    select *, (price_micro * seen_s + carry_in) / 36000000 as total from segments
    where ended_at is null and next_bill_at <= ${now} order by id limit ${chunk} for update skip locked),
  saved as (
    update segments s set billed_s = d.seen_s, billed_fen = d.total, next_bill_at = ${now}::timestamptz + interval '1 hour'
    from due d where s.id = d.id),
  sums as (
    select user_id, sum(total - billed_fen)::bigint as fen, min(instance_id) as ref, 'bench:' || min(id) || ':' || min(billed_s) as idem
    from due group by user_id),
  posted as (
    insert into ledger_transactions (idem, kind, title, ref, at)
    select idem, 'usage', '按量扣费 ' || ref, ref, ${now} from sums order by user_id returning id, idem),
  charged as (
    insert into usage_charges (segment_id, from_s, to_s, fen, transaction_id, at)
    select d.id, d.billed_s, d.seen_s, d.total - d.billed_fen, p.id, ${now}
    from due d join sums using (user_id) join posted p on p.idem = sums.idem),
  legs as (
    select p.id as transaction_id, a.id as account_id, -sums.fen as amount_fen, 0 as shared
    from sums join posted p on p.idem = sums.idem join accounts a on a.user_id = sums.user_id and a.kind = 'cash'
    union all
    select p.id, (select id from accounts where kind = 'revenue' and user_id is null), sums.fen, 1
    from sums join posted p on p.idem = sums.idem)
  select (select count(*) from due)::int as n, transaction_id, account_id, amount_fen from legs order by shared, account_id`

/** Triggers cannot see transactions of the same statement, so the legs follow in a second statement. */
async function settleRaw({ deps }: BenchmarkPlatform): Promise<void> {
  for (let more = true; more; ) {
    more = await deps.database.transaction(async (trx) => {
      const { rows: legs } = await settleChunk(deps.clock.now()).execute(trx)
      if (legs.length === 0) return false
      await sql`
        insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
        select *, 0 from unnest(${legs.map((leg) => leg.transaction_id)}::bigint[], ${legs.map((leg) => leg.account_id)}::bigint[],
          ${legs.map((leg) => leg.amount_fen)}::bigint[])`.execute(trx)
      return legs[0]!.n === chunk
    })
  }
}

export const settlementScenario: BenchmarkScenario = {
  name: '结算 100,000 台运行中的实例',
  reference: '同样的写入，手写 SQL',
  aim: { at_most: 1.4 },
  async run() {
    const world = await createBenchmarkPlatform(2_000)
    try {
      await insertRunningInstances(world, running, 0)
      const side = (work: () => Promise<void>): BenchmarkSide => ({
        prepare: () => runOn(world),
        run: () => work().then(() => running),
      })
      return await compareSides(
        side(() => settleDueCharges(world.deps)),
        side(() => settleRaw(world)),
        2,
      )
    } finally {
      await world.close()
    }
  },
}
