import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** A number of ours, or enough of its beginning that it is not part of a name; its kind may be left out. */
const numberPattern = /^[\w-]{6,}$/
const kindPattern = /^[a-z]+-[\w-]{6,}$/i
/** More rows than this are found sooner by walking a list than by their ids. */
const foundMax = 1_000

/** A column with an index that finds the beginning of a number, and the kinds of numbers in it that people look for. */
interface NumberColumn {
  column: string
  kinds: readonly string[]
  /** What the index is of, if not of all rows. */
  among?: RawBuilder<unknown>
}

const numberColumns: Record<keyof NumberedIds, NumberColumn> = {
  instances: { column: 'id', kinds: ['gpu'] },
  orders: { column: 'id', kinds: ['order'] },
  ledger_transactions: { column: 'ref', kinds: ['gpu', 'order', 'recharge', 'withdrawal'] },
  // a call has its row before it is over
  llm_calls: { column: 'request_id', kinds: [], among: sql`ended_at is not null and` },
}
interface NumberedIds {
  instances: string
  orders: string
  ledger_transactions: bigint
  llm_calls: string
}

/** Returns what the numbers meant by a keyword begin with. */
function listNumberStarts(keyword: string, kinds: readonly string[]): string[] {
  if (!numberPattern.test(keyword)) return []
  const start = keyword.toLowerCase()
  const isWhole = kindPattern.test(start) || kinds.length === 0
  return [...(isWhole ? [start] : []), ...kinds.map((kind) => `${kind}-${start}`)]
}

/**
 * Returns the ids of a table's rows, of any owner, whose number begins with a keyword, with or without its kind; undefined if there
 * are none or too many, so that the keyword is text. Compared by bounds and not by `like`, because a prepared plan does not know
 * the pattern's beginning.
 */
export async function findByNumber<Table extends keyof NumberedIds>(
  db: Kysely<DB>,
  table: Table,
  keyword: string | undefined,
): Promise<NumberedIds[Table][] | undefined> {
  const { column, kinds, among = sql`` } = numberColumns[table]
  const starts = listNumberStarts(keyword ?? '', kinds)
  if (starts.length === 0) return undefined
  const found = starts.map(
    (start) => sql`(select id from ${sql.table(table)} where ${among} ${sql.ref(column)} ~>=~ ${start}
      and ${sql.ref(column)} ~<~ ${`${start}~`} limit ${foundMax + 1})`,
  )
  const { rows } = await sql<{ id: NumberedIds[Table] }>`${sql.join(found, sql` union all `)}`.execute(db)
  return rows.length === 0 || rows.length > foundMax ? undefined : rows.map(({ id }) => id)
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** Finds a person by full phone number, UUID or id. */
export const findUser = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where((eb) => eb.or([eb('id', '=', name), eb('phone', '=', name), ...(isUuid(name) ? [eb('uuid', '=', name)] : [])]))
    .executeTakeFirst()
