import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** A number of ours, or enough of its beginning that it is not part of a name. */
const numberPattern = /^[a-z]+-[\w-]{6,}$/i
/** More rows than this are found sooner by walking a list than by their ids. */
const foundMax = 1_000

/** Columns with an index that finds the beginning of a number. */
const numberColumns = { instances: 'id', orders: 'id', ledger_transactions: 'ref' } as const
interface NumberedIds {
  instances: string
  orders: string
  ledger_transactions: bigint
}

/**
 * Returns the ids of a table's rows, of any owner, whose number begins with a keyword; undefined if there are none or too many, so
 * that the keyword is text. Compared by bounds and not by `like`, because a prepared plan does not know the pattern's beginning.
 */
export async function findByNumber<Table extends keyof NumberedIds>(
  db: Kysely<DB>,
  table: Table,
  keyword: string | undefined,
): Promise<NumberedIds[Table][] | undefined> {
  if (!keyword || !numberPattern.test(keyword)) return undefined
  const [column, start] = [sql.ref(numberColumns[table]), keyword.toLowerCase()]
  const { rows } = await sql<{ id: NumberedIds[Table] }>`
    select id from ${sql.table(table)} where ${column} ~>=~ ${start} and ${column} ~<~ ${`${start}~`} limit ${foundMax + 1}`.execute(
    db,
  )
  return rows.length === 0 || rows.length > foundMax ? undefined : rows.map(({ id }) => id)
}
