import { PGlite } from '@electric-sql/pglite'
import { createDatabase, type Database } from '#server/db/database.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { openPgliteText } from '#server/db/pglite-text.ts'
import { PostgresEngine } from '#server/db/postgres-engine.ts'
import type { DatabaseEngine } from '#server/db/session.ts'
import { createServerDatabase, loadMigratedDump } from '#tests/support/database.ts'

const serverUrl = process.env.TEST_DATABASE_URL

export interface StatementLog {
  /** Like `createTestDatabase`'s. */
  database: Database
  /** Returns all statements sent while `work` ran, with those that begin and end transactions. */
  during(work: () => Promise<unknown>): Promise<string[]>
}

/** A migrated database that remembers what is sent to it. */
export async function createStatementLog(): Promise<StatementLog> {
  const sent: string[] = []
  const database = serverUrl ? await openOnServer(serverUrl, sent) : await openInMemory(sent)
  return {
    database,
    during: async (work) => {
      const from = sent.length
      await work()
      return sent.slice(from)
    },
  }
}

async function openOnServer(serverUrl: string, sent: string[]): Promise<Database> {
  const blank = await createServerDatabase(serverUrl)
  const logged = createDatabase('postgres', logEngine(new PostgresEngine(blank.url, 10), sent))
  const close = async () => {
    await logged.close()
    await blank.close()
  }
  return { ...logged, close }
}

async function openInMemory(sent: string[]): Promise<Database> {
  const memory = await openPgliteText(new PGlite({ loadDataDir: await loadMigratedDump() }))
  return createDatabase('pglite', logEngine(new PgliteEngine(memory), sent))
}

const logEngine = (engine: DatabaseEngine, sent: string[]): DatabaseEngine => ({
  listen: (channel, onPayload) => engine.listen(channel, onPayload),
  close: () => engine.close(),
  acquire: async () => {
    const session = await engine.acquire()
    return {
      run: (sql, parameters) => {
        sent.push(sql)
        return session.run(sql, parameters)
      },
      release: (broken) => session.release(broken),
    }
  },
})
