import type { MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { assertSafeDatabase } from './boot-guard.ts'
import { lockDirectory } from './directory-lock.ts'
import { BorrowedEngine, lendSessions } from './lent-sessions.ts'
import { PgliteEngine } from './pglite-engine.ts'
import { openPgliteText } from './pglite-text.ts'
import { PgliteThread } from './pglite-thread.ts'
import { startUpkeep } from './pglite-upkeep.ts'
import { PostgresEngine } from './postgres-engine.ts'
import type { DatabaseEngine, SessionCounts } from './session.ts'
import { createSessionDialect } from './session-dialect.ts'
import { traceTransaction } from './statement-spans.ts'
import { OpenTransaction, runTransaction, type TransactionWork } from './transaction.ts'
import type { DB } from './types.ts'

export type Notice = readonly [channel: string, payload: string]

/** A database on either engine. Values, errors and transactions behave the same on both. */
export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /** For single statements. Throws inside `transaction`; use `trx` there. */
  readonly kysely: Kysely<DB>
  /**
   * Runs `work` in one transaction and commits it. Retries `work` a few times if PostgreSQL answers 40001, 40P01 or 55P03, so it
   * must have no effects except through `trx`. Other effects go to `afterCommit`: its hooks run in order once the commit is
   * durable; their errors are logged, not thrown. PGlite runs one transaction at a time: do not await anything slow inside.
   */
  transaction<T>(work: TransactionWork<T>): Promise<T>
  /**
   * Calls back with every payload that any process sends to `channel` from now on. Calls back with '' after a lost connection,
   * when payloads may have been missed and the caller must re-read. Returns a function to unsubscribe.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** Sends immediately; in a transaction use `notifyAfterCommit`. At most 7,999 bytes. */
  notify(channel: string, payload: string): Promise<void>
  /** Like `notify`, in one statement. */
  notifyAll(notices: readonly Notice[]): Promise<void>
  /** Serves `borrowDatabase` at the other end of the port, in another thread of this process, until that end closes. */
  lend(port: MessagePort): void
  /** Undefined for the embedded database, which has one session. */
  countSessions(): SessionCounts | undefined
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** URL of a PostgreSQL server: `postgres://…`. */
  url?: string
  /** Folder of the embedded database, created if missing; only one process may use it. */
  data_dir?: string
  /** In-memory embedded database (tests). */
  memory?: true
  /** Output of `dumpDataDir()` from which an in-memory database starts. */
  template?: Blob
  /** File of `packDump` from which a new database in `data_dir` starts. */
  template_file?: string
  /** Accepts a server that could lose commits (tests). */
  allow_unsafe?: true
  /** Factor for the connection and statement timeouts of a server (tests, on machines that freeze at times). */
  patience?: number
  /** Called once if the embedded database has died: nothing works any more, and the process should restart. */
  onFailure?: (error: Error) => void
}

/** Opens exactly one of `url`, `data_dir` and `memory`. Throws a one-line error if it is in use, unsafe or unreachable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, data_dir: dataDir, template, patience } = options
  if (url !== undefined) {
    const database = createDatabase('postgres', new PostgresEngine(url, patience))
    return options.allow_unsafe ? database : await closeIfUnsafe(database)
  }
  if (dataDir !== undefined) return await closeIfUnsafe(createDatabase('pglite', await openEmbedded(dataDir, options)))
  return createDatabase('pglite', new PgliteEngine(await openPgliteText(new PGlite(template ? { loadDataDir: template } : {}))))
}

/** Uses the embedded database that another thread has open; has no notifications. */
export const borrowDatabase = (port: MessagePort): Database => createDatabase('pglite', new BorrowedEngine(port))

async function openEmbedded(
  directory: string,
  { template_file: template, onFailure = () => {} }: DatabaseOptions,
): Promise<DatabaseEngine> {
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

/** Creates the database on top of `engine`. */
export function createDatabase(kind: Database['kind'], engine: DatabaseEngine): Database {
  const open = new OpenTransaction()
  const refuseNesting = () => open.refuseNesting()
  const kysely = new Kysely<DB>({ dialect: createSessionDialect(engine, refuseNesting) })
  const notifyAll = async (notices: readonly Notice[]) => {
    const [channels, payloads] = [notices.map(([channel]) => channel), notices.map(([, payload]) => payload)]
    await sql`select pg_notify(channel, payload)
      from unnest(${channels}::text[], ${payloads}::text[]) as n(channel, payload)`.execute(kysely)
  }
  return {
    kind,
    kysely,
    transaction: (work) => traceTransaction(() => runTransaction(kysely, open, work)),
    async listen(channel, onPayload) {
      refuseNesting()
      // LISTEN takes an identifier, not a parameter.
      if (!/^[a-z_]{1,63}$/.test(channel)) throw new Error(`not a channel name: ${channel}`)
      return await engine.listen(channel, onPayload)
    },
    notify: (...notice) => notifyAll([notice]),
    notifyAll,
    countSessions: () => engine.countSessions?.(),
    lend: (port) => lendSessions(engine, port),
    async close() {
      await kysely.destroy()
      await engine.close()
    },
  }
}
