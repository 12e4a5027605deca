import type { PGlite } from '@electric-sql/pglite'
import { toDatabaseError, toErrorFields } from './errors.ts'

/** One result in PostgreSQL's text format: cheap to pass between threads and parsed once by the reader. */
export interface TextAnswer {
  command: string
  row_count: number | undefined
  columns: { name: string; oid: number }[]
  rows: (string | null)[][]
}

/** PGlite reduced to text input and text output. */
export interface PgliteText {
  run(sql: string, parameters: (string | null)[]): Promise<TextAnswer>
  onNotification(callback: (channel: string, payload: string) => void): void
  close(): Promise<void>
}

const asIs = (text: string) => text
// PGlite selects converters by type; all types get the same one because text-values.ts converts the values.
const textConverters: Record<number, typeof asIs> = new Proxy({}, { get: () => asIs })

/** Waits until `db` is ready and replaces its converters. Throws if the data cannot be opened. */
export async function openPgliteText(db: PGlite): Promise<PgliteText> {
  await db.waitReady
  db.parsers = textConverters
  db.serializers = textConverters
  // As on a server: entries are posted with the balances they leave (migrations/0059_claimed_entries.sql).
  await db.exec("set zhisuan.entries = 'claimed'")
  return {
    run: (sql, parameters) => runSql(db, sql, parameters).catch(rethrowDatabaseError),
    onNotification: (callback) => void db.onNotification(callback),
    close: () => db.close(),
  }
}

/** Converts PGlite's own error class; other errors pass unchanged. */
function rethrowDatabaseError(error: unknown): never {
  const fields = toErrorFields(error)
  throw fields.code ? toDatabaseError(fields) : error
}

async function runSql(db: PGlite, sql: string, parameters: (string | null)[]): Promise<TextAnswer> {
  // query() accepts a single statement, but migrations send several: without parameters, the simple protocol is used.
  const answers =
    parameters.length > 0 ? [await db.query(sql, parameters, { rowMode: 'array' })] : await db.exec(sql, { rowMode: 'array' })
  const last = answers.at(-1)
  if (!last?.command) {
    await assertAlive(db)
    return { command: '', row_count: undefined, columns: [], rows: [] }
  }
  return {
    command: last.command,
    row_count: last.rowCount,
    columns: last.fields.map((field) => ({ name: field.name, oid: field.dataTypeID })),
    rows: last.rows as unknown as (string | null)[][],
  }
}

/** Detects a dead wasm backend: it throws nothing and returns no command tag, just as an empty statement does. */
async function assertAlive(db: PGlite): Promise<void> {
  const [answer] = await db.exec('select 1')
  if (answer?.command !== 'SELECT') throw new Error('the embedded database stopped inside a statement')
}
