import { PGlite } from '@electric-sql/pglite'
import { createDatabase, type Database } from '#server/db/database.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { openPgliteText } from '#server/db/pglite-text.ts'
import type { TransactionWork } from '#server/db/transaction.ts'
import { loadMigratedDump } from '#tests/support/database.ts'

/** `before_commit`: nothing is committed. `after_commit`: everything is committed, but the caller gets an error. */
export type DatabaseCrash = 'before_commit' | 'after_commit'

export interface FaultyDatabase extends Database {
  /** Makes the next transaction fail. */
  breakNext(crash: DatabaseCrash): void
  /** Whether the failure has happened; no transaction fails after it. */
  mend(): boolean
}

/** Wraps a database; transactions behave normally except those told to fail. */
export function createFaultyDatabase(database: Database): FaultyDatabase {
  let next: DatabaseCrash | undefined
  let broken = false
  const died = () => {
    broken = true
    return new Error('the process has died here')
  }
  async function breakOff<T>(crash: DatabaseCrash, work: TransactionWork<T>): Promise<T> {
    next = undefined
    if (crash === 'after_commit') await database.transaction(work)
    else
      await database.transaction(async (...args) => {
        await work(...args)
        throw died()
      })
    throw died()
  }
  return {
    ...database,
    transaction: (work) => (next ? breakOff(next, work) : database.transaction(work)),
    breakNext: (crash) => {
      next = crash
    },
    mend: () => {
      const has = broken
      next = undefined
      broken = false
      return has
    },
  }
}

export interface BreakableDatabase extends Database {
  /** Makes statement number `nth` from now on fail, counted from 0 and with the ends of transactions; undefined: none does. */
  failAt(nth: number | undefined): void
  /** Whether the statement that was to fail has come. */
  failed(): boolean
}

/** An embedded database in memory whose sessions break off at a statement. */
export async function createBreakableDatabase(): Promise<BreakableDatabase> {
  const engine = new PgliteEngine(await openPgliteText(new PGlite({ loadDataDir: await loadMigratedDump() })))
  let left: number | undefined
  const countDown = () => {
    if (left === undefined || left < 0) return
    left -= 1
    if (left < 0) throw new Error('the process has died here')
  }
  const acquire = async () => {
    const session = await engine.acquire()
    const run: typeof session.run = async (statement, parameters) => {
      countDown()
      return await session.run(statement, parameters)
    }
    return { run, release: (broken: boolean) => session.release(broken) }
  }
  const listen: typeof engine.listen = (channel, onPayload) => engine.listen(channel, onPayload)
  return {
    ...createDatabase('pglite', { acquire, listen, close: () => engine.close() }),
    failAt: (nth) => {
      left = nth
    },
    failed: () => left !== undefined && left < 0,
  }
}
