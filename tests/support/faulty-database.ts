import type { Database } from '#server/db/database.ts'
import type { Work } from '#server/db/transaction.ts'

/** `before_commit`: nothing of it has happened. `after_commit`: all of it has, and nobody is told. */
export type Crash = 'before_commit' | 'after_commit'

export interface FaultyDatabase extends Database {
  /** The next transaction breaks off. */
  breakNext(crash: Crash): void
  /** Whether it has; after this nothing breaks off any more. */
  mend(): boolean
}

/** A database whose transactions are as the given one's, but for those that are told to break off. */
export function faultyDatabase(database: Database): FaultyDatabase {
  let next: Crash | undefined
  let broken = false
  const died = () => {
    broken = true
    return new Error('the process has died here')
  }
  async function breakOff<T>(crash: Crash, work: Work<T>): Promise<T> {
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
