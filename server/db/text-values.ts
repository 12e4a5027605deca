import pg from 'pg'

/**
 * Both engines speak PostgreSQL's text format through these two functions only,
 * so a value cannot look different on PGlite and on a PostgreSQL server.
 */

type Parse = (text: string) => unknown

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const INTERVAL = 1186
const TEXT_ARRAY = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

const asIs: Parse = (text) => text
// The driver's own types know fewer oids than the driver.
const driverParserOf = (oid: number): Parse => pg.types.getTypeParser(oid as Parameters<typeof pg.types.getTypeParser>[0], 'text')
const parseTextArray = driverParserOf(TEXT_ARRAY) as (text: string) => (string | null)[]

// pg's own choices lose digits (int8[] and numeric[] through float) or depend on the machine's time zone (date, timestamp).
const parsers: Readonly<Record<number, Parse>> = {
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
export const parserOf = (oid: number): Parse => parsers[oid] ?? driverParserOf(oid)

/**
 * A statement's parameter as PostgreSQL text, `null` for null and undefined. A JavaScript array becomes a PostgreSQL array,
 * so JSON arrays must be passed as `JSON.stringify(…)`; any other object becomes JSON.
 */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return arrayToText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function arrayToText(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (Array.isArray(item)) return arrayToText(item)
    const text = toText(item)
    return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${texts.join(',')}}`
}
