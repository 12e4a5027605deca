import type { PGlite } from '@electric-sql/pglite'
import { PgliteStatements, type TextAnswer } from './pglite-statements.ts'

/** PGlite reduced to text input and text output. */
export interface PgliteText {
  run(sql: string, parameters: (string | null)[]): Promise<TextAnswer>
  onNotification(callback: (channel: string, payload: string) => void): void
  close(): Promise<void>
}

/** Waits until `db` is ready. Throws if the data cannot be opened. */
export async function openPgliteText(db: PGlite): Promise<PgliteText> {
  await db.waitReady
  // As on a server: entries are posted with the balances they leave (migrations/0059_claimed_entries.sql).
  await db.exec("set zhisuan.entries = 'claimed'")
  const statements = new PgliteStatements(db)
  return {
    async run(sql, parameters) {
      const answer = await statements.run(sql, parameters)
      if (answer) return answer
      await assertAlive(db)
      return { command: '', row_count: undefined, columns: [], rows: [] }
    },
    onNotification: (callback) => void db.onNotification(callback),
    close: () => db.close(),
  }
}

/** Detects a dead wasm backend: it throws nothing and returns no command tag, just as an empty statement does. */
async function assertAlive(db: PGlite): Promise<void> {
  const [answer] = await db.exec('select 1')
  if (answer?.command !== 'SELECT') throw new Error('the embedded database stopped inside a statement')
}
