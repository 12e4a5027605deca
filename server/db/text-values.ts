import pg from 'pg'

/**
 * The only two functions that convert PostgreSQL's text format, so that values are the same on PGlite and on a PostgreSQL server.
 */

type ParseText = (text: string) => unknown

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const INTERVAL = 1186
const TEXT_ARRAY = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

const asIs: ParseText = (text) => text
// The driver's type definitions list fewer oids than the driver supports.
const getDriverParser = (oid: number): ParseText =>
  pg.types.getTypeParser(oid as Parameters<typeof pg.types.getTypeParser>[0], 'text')
const parseTextArray = getDriverParser(TEXT_ARRAY) as (text: string) => (string | null)[]

// pg's default parsers lose digits (int8[] and numeric[] as float) or depend on the machine's time zone (date, timestamp).
const parsers: Readonly<Record<number, ParseText>> = {
  [INT8]: BigInt,
  [DATE]: asIs,
  [TIMESTAMP]: asIs,
  [INTERVAL]: asIs,
  [INT8_ARRAY]: (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
  [DATE_ARRAY]: parseTextArray,
  [NUMERIC_ARRAY]: parseTextArray,
}

/**
 * Returns the parser for columns of type `oid`: int8 → bigint, timestamptz → Date, json and jsonb → parsed, numeric, date,
 * timestamp and interval → string, int2/int4/float → number, arrays likewise; unknown types stay text.
 */
export const getColumnParser = (oid: number): ParseText => parsers[oid] ?? getDriverParser(oid)

/**
 * Converts a statement's parameter to PostgreSQL text; null and undefined become `null`. A JavaScript array becomes a PostgreSQL
 * array, so JSON arrays must be passed as `JSON.stringify(…)`; any other object becomes JSON.
 */
export function toPostgresText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return toPostgresArray(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toPostgresArray(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (Array.isArray(item)) return toPostgresArray(item)
    const text = toPostgresText(item)
    return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${texts.join(',')}}`
}
