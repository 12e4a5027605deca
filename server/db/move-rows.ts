import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

interface Table {
  name: string
  /** All but those the database computes. */
  columns: string[]
  has_bytes: boolean
}

/** A table, how many rows it has, and a sum of what they say. */
interface SummedTable extends Table {
  rows: number
  sum: string
}

interface Sequence {
  name: string
  at: string
  called: boolean
}

/** All rows of a database, wherever they are kept. */
export interface RowSource {
  tables: readonly SummedTable[]
  sequences: readonly Sequence[]
  /** Rows of a table as JSON, some at a time; one table after the other. */
  read(table: Table): AsyncIterable<string[]>
}

/** How many rows one statement carries: fewer where a column may hold a file. */
export const countBatch = ({ has_bytes: hasBytes }: Pick<Table, 'has_bytes'>): number => (hasBytes ? 4 : 500)

/** Migrations keep a record of their own at the other end. */
async function listTables(db: Kysely<DB>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) filter (where a.attgenerated = '') as columns,
      bool_or(a.atttypid = 'bytea'::regtype) as has_bytes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_migration%'
    group by c.relname order by c.relname`.execute(db)
  return rows
}

/** How many rows there are and a sum of what they say, the same on both engines and in any order. */
async function sumRows(db: Kysely<DB>, table: string): Promise<{ rows: number; sum: string }> {
  const { rows } = await sql<{ rows: number; sum: string }>`
    select count(*)::int as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint::numeric), 0)::text as sum
    from ${sql.id(table)} t`.execute(db)
  return rows[0]!
}

async function* readTable(from: Kysely<DB>, table: Table): AsyncIterable<string[]> {
  await sql`declare moving no scroll cursor for select to_json(t)::text as row from ${sql.table(table.name)} t`.execute(from)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(countBatch(table))} from moving`.execute(from)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await sql`close moving`.execute(from)
}

async function listSequences(db: Kysely<DB>): Promise<Sequence[]> {
  const { rows: found } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`.execute(
    db,
  )
  const sequences: Sequence[] = []
  for (const { name } of found) {
    const { rows } = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as at, is_called as called from ${sql.id(name)}`.execute(db)
    sequences.push({ name, ...rows[0]! })
  }
  return sequences
}

/** The rows of an open database, as its transaction sees them. */
export async function openRows(from: Transaction<DB>): Promise<RowSource> {
  const tables: SummedTable[] = []
  for (const table of await listTables(from)) tables.push({ ...table, ...(await sumRows(from, table.name)) })
  return { tables, sequences: await listSequences(from), read: (table) => readTable(from, table) }
}

async function fillTable(to: Kysely<DB>, { name, columns }: Table, batches: AsyncIterable<string[]>): Promise<void> {
  const [table, list] = [sql.id(name), sql.join(columns.map((column) => sql.id(column)))]
  for await (const batch of batches)
    await sql`insert into ${table} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${table}, ${`[${batch.join(',')}]`}::json)`.execute(to)
}

/** Takes foreign keys and triggers away while rows come in any order; what it returns puts them back, which checks all keys. */
async function loosenTables(trx: Transaction<DB>, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and r.relnamespace = 'public'::regnamespace`.execute(trx)
  for (const { table, name } of keys) await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(trx)
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(trx)
  return async () => {
    for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(trx)
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx)
  }
}

/** Throws unless nobody has ever started on this migrated database. */
export async function assertUnused(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from installation) or exists (select from users) as used`.execute(db)
  if (rows[0]?.used) throw new Error('DATABASE_URL 的库里已经有一个平台的数据，没有改动它；请换一个空的库')
}

/**
 * Replaces everything in `to` by the rows of `source`, both migrated alike, and compares what both then hold. Returns how many tables and
 * rows that were; throws with the name of a table that is not the same.
 */
export async function fillFromRows(source: RowSource, to: Transaction<DB>): Promise<{ tables: number; rows: number }> {
  await sql`set local statement_timeout = 0; set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`.execute(to)
  const [{ tables, sequences }, there] = [source, await listTables(to)]
  const shape = (list: readonly Table[]) => list.map(({ name, columns }) => `${name}(${columns.join()})`)
  const [own, other] = [shape(tables), shape(there)]
  const strange = own.find((table) => !other.includes(table)) ?? other.find((table) => !own.includes(table))
  if (strange) throw new Error(`两边的表不一样：${strange}`)

  const tighten = await loosenTables(to, tables)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(to)
  for (const table of tables) await fillTable(to, table, source.read(table))
  await tighten()
  for (const { name, at, called } of sequences)
    await sql`select setval(${`public."${name}"`}::regclass, ${at}::bigint, ${called}::boolean)`.execute(to)

  let rows = 0
  for (const { name, ...before } of tables) {
    const after = await sumRows(to, name)
    if (before.rows !== after.rows || before.sum !== after.sum)
      throw new Error(`表 ${name} 搬过去后不一样（${before.rows} 行，搬到 ${after.rows} 行），没有改动`)
    rows += after.rows
  }
  return { tables: tables.length, rows }
}
