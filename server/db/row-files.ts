import { createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countBatch, type RowSource } from './move-rows.ts'

const contentsOf = (folder: string) => join(folder, 'contents.json')
const fileOf = (folder: string, table: string) => join(folder, `${table}.jsonl`)

/** Writes all rows into a folder: a file of JSON lines a table, which every later version of the database can read. */
export async function writeRowFiles({ tables, sequences, read }: RowSource, folder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 })
  for (const table of tables) {
    async function* lines() {
      for await (const rows of read(table)) yield rows.map((row) => `${row}\n`).join('')
    }
    await pipeline(Readable.from(lines()), createWriteStream(fileOf(folder, table.name), { mode: 0o600 }))
  }
  writeFileSync(contentsOf(folder), JSON.stringify({ tables, sequences }), { mode: 0o600 })
}

/** Ends lines at `\n` alone: `readline` of newer Nodes ends them at U+2028 too, which JSON leaves as it is. */
async function* readLines(file: string): AsyncIterable<string> {
  let rest = ''
  for await (const piece of createReadStream(file, 'utf8')) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error(`${file} 不完整`)
}

async function* inBatches(lines: AsyncIterable<string>, most: number): AsyncIterable<string[]> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Reads what `writeRowFiles` wrote. */
export const openRowFiles = (folder: string): RowSource => ({
  ...(JSON.parse(readFileSync(contentsOf(folder), 'utf8')) as Pick<RowSource, 'tables' | 'sequences'>),
  read: (table) => inBatches(readLines(fileOf(folder, table.name)), countBatch(table)),
})
