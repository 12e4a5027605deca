import { Readable } from 'node:stream'
import { byteOrderMark, formatCsvLine } from '#contract/csv.ts'
import type { Download } from '#server/http/download.ts'

/**
 * Streams a CSV file while it is read: `chunks` are fetched one after the other at the client's pace, so that any number of rows
 * needs the memory of one chunk only.
 */
export function buildCsvDownload(
  fileName: string,
  titles: readonly string[],
  chunks: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>,
): Download {
  async function* written() {
    yield byteOrderMark + formatCsvLine(titles)
    for await (const rows of chunks) yield rows.map(formatCsvLine).join('')
  }
  return { file_name: fileName, body: Readable.from(written(), { objectMode: false }) }
}

const chunkRows = 1000

/**
 * Fetches chunks by the key of the last row until a chunk is not full. The next one is fetched while its predecessor is written,
 * so that the database and the server work at the same time; no more than these two are in memory.
 */
export async function* loadChunks<Row, Key>(
  fetch: (after: Key | undefined, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  let coming = fetch(undefined, chunkRows)
  for (;;) {
    const rows = await coming
    const isLast = rows.length < chunkRows
    if (!isLast) {
      coming = fetch(keyOf(rows.at(-1)!), chunkRows)
      // nobody awaits it if the client leaves meanwhile
      coming.catch(() => {})
    }
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}
