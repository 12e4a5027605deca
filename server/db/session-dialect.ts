import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { DatabaseEngine, DatabaseSession } from './session.ts'
import { traceCommit, traceStatement } from './statement-spans.ts'

const countedCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class SessionConnection implements DatabaseConnection {
  readonly session: DatabaseSession
  broken = false

  constructor(session: DatabaseSession) {
    this.session = session
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const {
        rows,
        command,
        row_count: rowCount,
      } = await traceStatement(query.sql, () => this.session.run(query.sql, query.parameters))
      return { rows: rows as R[], numAffectedRows: countedCommands.has(command) ? BigInt(rowCount ?? 0) : undefined }
    } catch (error) {
      throw appendCallerStack(error)
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported: read pages')
  }
}

/** Adds the caller's stack: a driver's error ends inside the driver, but the statement's origin is what matters. */
function appendCallerStack(error: unknown): unknown {
  if (error instanceof Error) error.stack += (new Error().stack ?? '').replace(/^.*/, '\n    -- issued')
  return error
}

class SessionDriver implements Driver {
  readonly #engine: DatabaseEngine
  readonly #refuseNesting: () => void

  constructor(engine: DatabaseEngine, refuseNesting: () => void) {
    this.#engine = engine
    this.#refuseNesting = refuseNesting
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SessionConnection> {
    this.#refuseNesting()
    return new SessionConnection(await this.#engine.acquire())
  }

  async beginTransaction({ session }: SessionConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    const access = settings.accessMode ? ` ${settings.accessMode}` : ''
    await session.run(`start transaction${isolation}${access}`, [])
  }

  async commitTransaction({ session }: SessionConnection): Promise<void> {
    const { command } = await traceCommit(() => session.run('commit', []))
    // PostgreSQL answers ROLLBACK, without an error, if a failed statement was caught and ignored in the transaction.
    if (command !== 'COMMIT')
      throw new Error('transaction was not committed: a statement in it had failed and its error was ignored')
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    try {
      await connection.session.run('rollback', [])
    } catch {
      // The original error matters more to the caller than this one.
      connection.broken = true
    }
  }

  async releaseConnection({ session, broken }: SessionConnection): Promise<void> {
    session.release(broken)
  }

  async destroy(): Promise<void> {}
}

/** Builds a Kysely dialect for an engine. Calls `refuseNesting` before each session; it throws inside an open transaction. */
export const createSessionDialect = (engine: DatabaseEngine, refuseNesting: () => void): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new SessionDriver(engine, refuseNesting),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
