import pg from 'pg'

/**
 * Both engines speak PostgreSQL's text format through these two functions only,
 * so a value cannot look different on PGlite and on a PostgreSQL server.
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
// The driver's own types know fewer oids than the driver.
const getDriverParser = (oid: number): ParseText =>
  pg.types.getTypeParser(oid as Parameters<typeof pg.types.getTypeParser>[0], 'text')
const parseTextArray = getDriverParser(TEXT_ARRAY) as (text: string) => (string | null)[]

// pg's own choices lose digits (int8[] and numeric[] through float) or depend on the machine's time zone (date, timestamp).
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
 * How a column of type `oid` is read: int8 → bigint, timestamptz → Date, json and jsonb → parsed, numeric, date,
 * timestamp and interval → string, int2/int4/float → number, arrays likewise; a type nobody knows stays text.
 */
export const getColumnParser = (oid: number): ParseText => parsers[oid] ?? getDriverParser(oid)

/**
 * A statement's parameter as PostgreSQL text, `null` for null and undefined. A JavaScript array becomes a PostgreSQL array,
 * so JSON arrays must be passed as `JSON.stringify(…)`; any other object becomes JSON.
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
