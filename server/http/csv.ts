import { Readable } from 'node:stream'
import { byteOrderMark, formatCsvLine } from '#contract/csv.ts'
import type { Deps } from '#server/deps.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Chunks = AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>

/** Whose rows are exported, and the moment that gives periods their meaning and the file its name. */
export interface ExportScope {
  deps: Deps
  user_id: string
  at: Date
}

/** A list as CSV: read when it is written, for an answer or for a file. */
export interface CsvExport {
  file_name: string
  titles: readonly string[]
  /** Counts the rows, `most` at most where they have to be counted one by one. */
  count(most: number): Promise<number>
  /** The cells, chunk by chunk: any number of rows needs the memory of two chunks only. */
  chunks(): Chunks
}

/** Writes the lines of a file, chunk by chunk; `onRows` hears how many rows follow. */
export async function* writeCsv(titles: readonly string[], chunks: Chunks, onRows?: (count: number) => void) {
  yield byteOrderMark + formatCsvLine(titles)
  for await (const rows of chunks) {
    onRows?.(rows.length)
    yield rows.map(formatCsvLine).join('')
  }
}

/** Streams a CSV file while it is read: `chunks` are fetched one after the other at the client's pace. */
export const buildCsvDownload = (fileName: string, titles: readonly string[], chunks: Chunks): Download => ({
  file_name: fileName,
  body: Readable.from(writeCsv(titles, chunks), { objectMode: false }),
})

/** Answers with all rows at once; throws Refusal `export_too_large` above the configured number, which a task exports. */
export async function answerExport<Filters>(
  { deps, caller }: Context,
  build: (scope: ExportScope, filters: Filters) => CsvExport,
  filters: Filters,
): Promise<Download> {
  const { file_name: fileName, titles, count, chunks } = build({ deps, user_id: caller.user_id, at: deps.clock.now() }, filters)
  const most = deps.config.export_direct_rows
  if ((await count(most + 1)) > most) throw new Refusal('export_too_large')
  return buildCsvDownload(fileName, titles, chunks())
}

const chunkRows = 1000

/**
 * Fetches chunks by the key of the last row until a chunk is not full. The next one is fetched while its predecessor is written,
 * so that the database and the server work at the same time; no more than these two are in memory.
 */
export async function* loadChunks<Row, Key>(
  fetch: (after: Key | undefined, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  toCells: (row: Row) => string[],
): AsyncGenerator<string[][]> {
  let coming = fetch(undefined, chunkRows)
  for (;;) {
    const rows = await coming
    const isLast = rows.length < chunkRows
    if (!isLast) {
      coming = fetch(keyOf(rows.at(-1)!), chunkRows)
      // nobody awaits it if the client leaves meanwhile
      coming.catch(() => {})
    }
    if (rows.length > 0) yield rows.map(toCells)
    if (isLast) return
  }
}
