import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import type { BrokenDiskMessage } from './broken-disk.child.ts'

const rowsBeforeFault = 20

describe('a disk that breaks under the embedded database', () => {
  let folder: string
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['fsync answers EIO', 'fsyncSync', 'could not fsync|EIO'],
    ['a write answers ENOSPC', 'writeSync', 'No space left'],
  ])(
    'when %s: nothing more is acknowledged, callers get an error, the process is told, and no acknowledged row is lost',
    async (_, call, reason) => {
      const dataDir = path.join(folder, 'db')
      const marker = path.join(folder, 'broken')
      const child = new ChildProgram<BrokenDiskMessage>(new URL('./broken-disk.child.ts', import.meta.url), [dataDir], {
        NODE_OPTIONS: `--import ${new URL('./broken-disk.mjs', import.meta.url).href}`,
        BROKEN_DISK: marker,
      })
      const acked: number[] = []
      const rest: BrokenDiskMessage[] = []
      for (let message = await child.next(); message; message = await child.next()) {
        if ('acked' in message) acked.push(message.acked)
        else rest.push(message)
        if (acked.length === rowsBeforeFault) fs.writeFileSync(marker, call)
      }
      expect(await child.ended).toBe('')
      const told = expect.stringMatching(reason)
      expect(rest).toHaveLength(3)
      expect(rest).toEqual(expect.arrayContaining([{ refused: told }, { refused_again: told }, { failed: told }]))

      const database = await openDatabase({ data_dir: dataDir })
      const { rows } = await sql<{ n: number }>`select n from acked order by n`.execute(database.kysely)
      await database.close()
      expect(rows.map((row) => row.n)).toEqual(expect.arrayContaining(acked))
      expect(acked.length).toBeGreaterThanOrEqual(rowsBeforeFault)
    },
  )
})
