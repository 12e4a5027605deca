import { sql } from 'kysely'
import type { Database } from '../server/db/database.ts'

interface Column {
  table: string
  name: string
  /** PostgreSQL's internal type name; array types begin with an underscore. */
  type: string
  nullable: boolean
  /** Has a default: an insert may omit it. */
  filled: boolean
  /** An insert must omit it: `generated always`. */
  always: boolean
}

const readAs: Readonly<Record<string, string>> = {
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  numeric: 'string',
  date: 'string',
  interval: 'string',
  inet: 'string',
  xid8: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Uint8Array',
}

const header = `// Generated from the migrations by scripts/db-types.ts. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
`

/** Returns the TypeScript types of every table in the public schema except Kysely's own, in alphabetical order. */
export async function describeTables(database: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
      c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as filled,
      coalesce(c.identity_generation, '') = 'ALWAYS' or c.is_generated = 'ALWAYS' as always
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely\\_%'
    order by c.table_name collate "C", c.ordinal_position`.execute(database.kysely)
  const names = [...new Set(rows.map((row) => row.table))]
  const tables = names.map((name) => {
    const columns = rows.filter((row) => row.table === name).map(describeColumn)
    return [`  ${name}: {`, ...columns, '  }'].join('\n')
  })
  return `${header}\nexport interface DB {\n${tables.join('\n')}\n}\n`
}

function describeColumn(column: Column): string {
  const orNull = column.nullable ? ' | null' : ''
  return `    ${column.name}: ${describeType(column, orNull)}`
}

function describeType(column: Column, orNull: string): string {
  if (column.type === 'json' || column.type === 'jsonb') {
    // Passed as JSON text: a JavaScript array as a parameter would become a PostgreSQL array.
    const written = `string${orNull}`
    return `ColumnType<JsonValue${orNull}, ${written}${column.filled ? ' | undefined' : ''}, ${written}>`
  }
  const type = `${tsType(column)}${orNull}`
  if (column.always) return `GeneratedAlways<${type}>`
  return column.filled ? `Generated<${type}>` : type
}

function tsType({ table, name, type }: Column): string {
  const item = readAs[type.replace(/^_/, '')]
  if (!item) throw new Error(`${table}.${name}: scripts/db-types.tables.ts knows no type for ${type}`)
  return type.startsWith('_') ? `${item}[]` : item
}
