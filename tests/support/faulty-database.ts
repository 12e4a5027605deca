import type { Database } from '#server/db/database.ts'
import type { TransactionWork } from '#server/db/transaction.ts'

/** `before_commit`: nothing of it has happened. `after_commit`: all of it has, and nobody is told. */
export type DatabaseCrash = 'before_commit' | 'after_commit'

export interface FaultyDatabase extends Database {
  /** The next transaction breaks off. */
  breakNext(crash: DatabaseCrash): void
  /** Whether it has; after this nothing breaks off any more. */
  mend(): boolean
}

/** A database whose transactions are as the given one's, but for those that are told to break off. */
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
