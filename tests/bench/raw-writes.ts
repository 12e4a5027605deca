import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import { newId } from '#server/lib/ids.ts'
import { compareSides } from '#tests/bench/measure.ts'
import type { createCountedPlatform } from '#tests/bench/world.ts'

type CountedPlatform = Awaited<ReturnType<typeof createCountedPlatform>>
type Trx = Transaction<DB>

/** The reference of all these comparisons, as its row says. */
export const rawReference = '同样的写入，手写 SQL，普通驱动（语句不命名）'

/** Posts between a user's cash and a platform account; positive `fen` goes to the user. */
export async function postRaw(
  trx: Trx,
  { user_id: userId, kind, fen, with: other, at }: { user_id: string; kind: string; fen: number; with: string; at: Date },
): Promise<bigint> {
  const idem = newId('raw')
  const posted = await sql<{ id: bigint }>`
    insert into ledger_transactions (idem, kind, title, ref, at) values (${idem}, ${kind}, '对比', ${idem}, ${at}) returning id`.execute(
    trx,
  )
  const { id } = posted.rows[0]!
  await sql`
    insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
    select ${id}::bigint, id, v.fen, balance_fen + v.fen
    from accounts cross join lateral (select case kind when 'cash' then ${fen}::bigint else -${fen}::bigint end as fen) v
    where (user_id = ${userId} and kind = 'cash') or (user_id is null and kind = ${other}) order by user_id is null`.execute(trx)
  return id
}

/** Publishes `count` changes to a user. */
export const publishRaw = (trx: Trx, userId: string, at: Date, count: number) =>
  sql`
    insert into stream_events (user_id, message, created_at)
    select ${userId}, '{"type":"change","resource":"instances","id":null}', ${at} from generate_series(1, ${count}::int)`.execute(
    trx,
  )

export const addEventRaw = (trx: Trx, instanceId: string, at: Date, title: string) =>
  sql`
    insert into instance_events (instance_id, at, actor, kind, title, status)
    values (${instanceId}, ${at}, 'system', 'status', ${title}, 2)`.execute(trx)

/** The rows of a change by a person: its idempotency key and its line in the audit log. */
export async function recordCallRaw(trx: Trx, userId: string, endpoint: string, at: Date): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, key, endpoint, request_hash, response, created_at)
    values (${userId}, ${newId('raw')}, ${endpoint}, 'bench', '{}', ${at})`.execute(trx)
  await sql`
    insert into audit_log (at, user_id, endpoint, ip, user_agent, request_id)
    values (${at}, ${userId}, ${endpoint}, '127.0.0.1', 'bench', 'bench')`.execute(trx)
}

interface Sides {
  /** Before each round of either side. */
  prepare: () => Promise<unknown>
  ours: (nth: number) => Promise<unknown>
  raw: (begin: Database['transaction'], nth: number) => Promise<unknown>
}

/** Compares one kind of work with its raw writes, once for each person and round, and prints the statements of one. */
export async function compareWithRawWrites({ people, plain, log }: CountedPlatform, { prepare, ours, raw }: Sides) {
  await prepare()
  for (const nth of people.keys()) await ours(nth)
  await prepare()
  const { length } = await log.during(() => ours(0))
  process.stdout.write(`  ${length} 条语句（含事务的开始与提交）\n`)
  return compareSides(
    {
      prepare,
      run: async () => {
        for (const nth of people.keys()) await ours(nth)
        return people.length
      },
    },
    {
      prepare,
      run: async () => {
        for (const nth of people.keys()) await raw(plain.transaction, nth)
        return people.length
      },
    },
  )
}
