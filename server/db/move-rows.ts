import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

/** Rows that one statement carries; fewer where a column may hold a file. */
const batchRows = 500
const batchRowsWithBytes = 4

interface Table {
  name: string
  /** All but those the database computes. */
  columns: string[]
  has_bytes: boolean
}

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

async function copyTable(from: Kysely<DB>, to: Kysely<DB>, { name, columns, has_bytes: hasBytes }: Table): Promise<void> {
  const [table, list] = [sql.id(name), sql.join(columns.map((column) => sql.id(column)))]
  const next = sql<{ row: string }>`fetch ${sql.lit(hasBytes ? batchRowsWithBytes : batchRows)} from moving`
  await sql`declare moving no scroll cursor for select to_json(t)::text as row from ${table} t`.execute(from)
  for (;;) {
    const { rows } = await next.execute(from)
    if (rows.length === 0) break
    const batch = `[${rows.map(({ row }) => row).join(',')}]`
    await sql`insert into ${table} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${table}, ${batch}::json)`.execute(to)
  }
  await sql`close moving`.execute(from)
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

async function moveSequences(from: Kysely<DB>, to: Kysely<DB>): Promise<void> {
  const { rows: sequences } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(from)
  for (const { name } of sequences) {
    const { rows } = await sql<{ at: string; called: boolean }>`
      select last_value::text as at, is_called as called from ${sql.id(name)}`.execute(from)
    const { at, called } = rows[0]!
    await sql`select setval(${`public."${name}"`}::regclass, ${at}::bigint, ${called}::boolean)`.execute(to)
  }
}

/** Throws unless nobody has ever started on this migrated database. */
export async function assertUnused(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from installation) or exists (select from users) as used`.execute(db)
  if (rows[0]?.used) throw new Error('DATABASE_URL 的库里已经有一个平台的数据，没有改动它；请换一个空的库')
}

/**
 * Replaces everything in `to` by the rows of `from`, both migrated alike, and compares what both then hold. `from` is only read. Returns how
 * many tables and rows that were; throws with the name of a table that is not the same.
 */
export async function moveRows(from: Transaction<DB>, to: Transaction<DB>): Promise<{ tables: number; rows: number }> {
  await sql`set local statement_timeout = 0; set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`.execute(to)
  const [tables, there] = [await listTables(from), await listTables(to)]
  const shape = (list: readonly Table[]) => list.map(({ name, columns }) => `${name}(${columns.join()})`)
  const [own, other] = [shape(tables), shape(there)]
  const strange = own.find((table) => !other.includes(table)) ?? other.find((table) => !own.includes(table))
  if (strange) throw new Error(`两边的表不一样：${strange}`)

  const tighten = await loosenTables(to, tables)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(to)
  for (const table of tables) await copyTable(from, to, table)
  await tighten()
  await moveSequences(from, to)

  let rows = 0
  for (const { name } of tables) {
    const [before, after] = [await sumRows(from, name), await sumRows(to, name)]
    if (before.rows !== after.rows || before.sum !== after.sum)
      throw new Error(`表 ${name} 搬过去后不一样（${before.rows} 行，搬到 ${after.rows} 行），没有改动`)
    rows += after.rows
  }
  return { tables: tables.length, rows }
}
