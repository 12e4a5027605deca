import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { assertSafeDatabase } from './boot-guard.ts'
import { lockDirectory } from './directory-lock.ts'
import { PgliteEngine } from './pglite-engine.ts'
import { openPgliteText } from './pglite-text.ts'
import { PgliteThread } from './pglite-thread.ts'
import { startUpkeep } from './pglite-upkeep.ts'
import { PostgresEngine } from './postgres-engine.ts'
import type { DatabaseEngine } from './session.ts'
import { createSessionDialect } from './session-dialect.ts'
import { OpenTransaction, runTransaction, type TransactionWork } from './transaction.ts'
import type { DB } from './types.ts'

/** One database, whichever engine runs it. Values, errors and transactions behave the same on both. */
export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /** For single statements. Throws inside `transaction`: there, `trx` is the way. */
  readonly kysely: Kysely<DB>
  /**
   * Runs `work` in one transaction and commits it. `work` runs again, a few times at most, when PostgreSQL answers 40001,
   * 40P01 or 55P03, so it must have no effect but through `trx`; whatever else must happen goes to `afterCommit`, whose hooks run in
   * order once the commit is durable, and whose errors are logged, not thrown. PGlite runs one transaction at a time: await
   * nothing slow inside.
   */
  transaction<T>(work: TransactionWork<T>): Promise<T>
  /**
   * Calls back with every payload sent to `channel` by any process from now on, and with '' when some may have been missed
   * (a connection was lost and is back): then re-read. Answers the function that stops it.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** Sends at once; inside a transaction use `pg_notify` on `trx`. At most 7,999 bytes. */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server: `postgres://…`. */
  url?: string
  /** Folder of the embedded database, made when missing; one process at a time. */
  data_dir?: string
  /** An embedded database that vanishes with the process (tests). */
  memory?: true
  /** A `dumpDataDir()` to start a new embedded database from. */
  template?: Blob
  /** Opens a server that could lose commits (tests). */
  allow_unsafe?: true
  /** Multiplies the time a server is given for a connection and a statement (tests, on machines that stand still at times). */
  patience?: number
  /** Told once when the embedded database has died: nothing works any more, the process should end and start again. */
  onFailure?: (error: Error) => void
}

/** Opens exactly one of `url`, `data_dir` and `memory`. Throws one clear line when it is in use, unsafe or unreachable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, data_dir: dataDir, template, patience } = options
  if (url !== undefined) {
    const database = createDatabase('postgres', new PostgresEngine(url, patience))
    return options.allow_unsafe ? database : await closeIfUnsafe(database)
  }
  if (dataDir !== undefined) return await closeIfUnsafe(createDatabase('pglite', await openEmbedded(dataDir, options)))
  return createDatabase('pglite', new PgliteEngine(await openPgliteText(new PGlite(template ? { loadDataDir: template } : {}))))
}

async function openEmbedded(directory: string, { template, onFailure = () => {} }: DatabaseOptions): Promise<DatabaseEngine> {
  const unlock = await lockDirectory(directory)
  try {
    const engine = new PgliteEngine(await PgliteThread.open({ directory, template }, onFailure))
    const stopUpkeep = startUpkeep(engine)
    return {
      acquire: () => engine.acquire(),
      listen: (channel, onPayload) => engine.listen(channel, onPayload),
      async close() {
        await stopUpkeep()
        await engine.close().finally(unlock)
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function closeIfUnsafe(database: Database): Promise<Database> {
  try {
    await assertSafeDatabase(database.kysely)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The database that `engine` runs. */
export function createDatabase(kind: Database['kind'], engine: DatabaseEngine): Database {
  const open = new OpenTransaction()
  const refuseNesting = () => open.refuseNesting()
  const kysely = new Kysely<DB>({ dialect: createSessionDialect(engine, refuseNesting) })
  return {
    kind,
    kysely,
    transaction: (work) => runTransaction(kysely, open, work),
    async listen(channel, onPayload) {
      refuseNesting()
      // LISTEN takes a name, not a parameter.
      if (!/^[a-z_]{1,63}$/.test(channel)) throw new Error(`not a channel name: ${channel}`)
      return await engine.listen(channel, onPayload)
    },
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(kysely)
    },
    async close() {
      await kysely.destroy()
      await engine.close()
    },
  }
}
