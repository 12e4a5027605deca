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
  /** Address of the database on a server; undefined if it is embedded. */
  url: string | undefined
  /**
   * The statements sent so far, with those that begin and end transactions; without those of the stream, which takes up what was
   * committed at its own pace.
   */
  sent(): string[]
  forget(): void
  /** Returns the statements sent while `work` ran. */
  during(work: () => Promise<unknown>): Promise<string[]>
}

/** What was sent over one acquired session. */
type SessionLog = string[]

/** A migrated database that remembers what is sent to it. */
export async function createStatementLog(): Promise<StatementLog> {
  const sent: SessionLog[] = []
  const blank = serverUrl ? await createServerDatabase(serverUrl) : undefined
  const database = blank ? openOnServer(blank, sent) : await openInMemory(sent)
  const list = () => sent.filter((session) => !session.some(isOfStream)).flat()
  const forget = () => void sent.splice(0)
  return {
    database,
    url: blank?.url,
    sent: list,
    forget,
    during: async (work) => {
      forget()
      await work()
      return list()
    },
  }
}

const isOfStream = (sql: string): boolean => /'stream_position'|select position|from "?stream_events/.test(sql)

function openOnServer(blank: Database & { url: string }, sent: SessionLog[]): Database {
  const logged = createDatabase('postgres', logEngine(new PostgresEngine(blank.url, 10), sent))
  const close = async () => {
    await logged.close()
    await blank.close()
  }
  return { ...logged, close }
}

async function openInMemory(sent: SessionLog[]): Promise<Database> {
  const memory = await openPgliteText(new PGlite({ loadDataDir: await loadMigratedDump() }))
  return createDatabase('pglite', logEngine(new PgliteEngine(memory), sent))
}

const logEngine = (engine: DatabaseEngine, sent: SessionLog[]): DatabaseEngine => ({
  listen: (channel, onPayload) => engine.listen(channel, onPayload),
  close: () => engine.close(),
  acquire: async () => {
    const session = await engine.acquire()
    const own: SessionLog = []
    sent.push(own)
    return {
      run: (sql, parameters) => {
        own.push(sql)
        return session.run(sql, parameters)
      },
      release: (broken) => session.release(broken),
    }
  },
})
