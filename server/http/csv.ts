import { Readable } from 'node:stream'
import { byte_order_mark, csvLine } from '#contract/csv.ts'
import type { Download } from '#server/http/download.ts'

/**
 * A CSV file that is written while it is read: `chunks` are fetched one after the other, as fast as the reader takes them, so
 * that any number of rows needs the memory of one chunk.
 */
export function csvDownload(
  file_name: string,
  titles: readonly string[],
  chunks: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>,
): Download {
  async function* written() {
    yield byte_order_mark + csvLine(titles)
    for await (const rows of chunks) yield rows.map(csvLine).join('')
  }
  return { file_name, body: Readable.from(written(), { objectMode: false }) }
}

const chunk_rows = 1000

/** Fetches chunks by the key of the last row, until one is not full. */
export async function* chunksOf<Row, Key>(
  fetch: (after: Key | undefined, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined; ; ) {
    const rows = await fetch(after, chunk_rows)
    if (rows.length > 0) yield rows
    if (rows.length < chunk_rows) return
    after = keyOf(rows.at(-1)!)
  }
}
