import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Counts the statements sent to a database through `of(database)`. */
export function countStatements() {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    get count() {
      return count
    },
    of: (database: Database): Database => ({
      ...database,
      kysely: database.kysely.withPlugin(counter),
      transaction: (work) => database.transaction((trx, afterCommit) => work(trx.withPlugin(counter), afterCommit)),
    }),
  }
}
