import type { Database } from '#server/db/database.ts'
import type { TransactionWork } from '#server/db/transaction.ts'

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
