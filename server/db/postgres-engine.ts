import pg from 'pg'
import { DatabaseUnavailable, isLockTimeout, isServerAbort } from './errors.ts'
import { NamedStatements } from './named-statements.ts'
import { PostgresListener } from './postgres-listener.ts'
import type { DatabaseEngine, DatabaseSession, SessionCounts, StatementResult } from './session.ts'
import { getColumnParser, toPostgresText } from './text-values.ts'

const connectionsMax = 10
const connectTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const idleInTransactionTimeoutMs = 10_000
/** Lock timeout for rows; longer than the server's deadlock detection, which takes one second. */
const lockTimeoutMs = 3000

/** A PostgreSQL server: a pool for statements and one more connection for notifications. */
export class PostgresEngine implements DatabaseEngine {
  readonly #pool: pg.Pool
  readonly #listener: PostgresListener
  readonly #statements = new NamedStatements(closeStatement)
  /** First error of a broken connection; later statements only report that it is broken. */
  readonly #lost = new WeakMap<pg.ClientBase, Error>()

  /** `patience` multiplies every timeout. */
  constructor(url: string, patience = 1) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: connectTimeoutMs * patience,
      statement_timeout: statementTimeoutMs * patience,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs * patience,
      lock_timeout: lockTimeoutMs * patience,
      keepAlive: true,
      // Same time zone as the embedded engine, so that dates computed by the database are the same everywhere.
      // Entries are posted with the balances they leave (migrations/0059_claimed_entries.sql).
      // A plan compiled anew at each execution costs more than our statements take.
      options: '-c TimeZone=UTC -c zhisuan.entries=claimed -c jit=off',
      types: { getTypeParser: getColumnParser as typeof pg.types.getTypeParser },
    })
    // The pool drops a broken connection; the statement running on it rejects by itself.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', (error) => this.#lose(client, error)))
    this.#listener = new PostgresListener({ connectionString: url })
  }

  async acquire(): Promise<DatabaseSession> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('no database session to be had', error)
    })
    return {
      run: (sql, parameters) => this.#run(client, sql, parameters).catch((error: unknown) => this.#rethrow(client, error)),
      release: (broken) => client.release(broken),
    }
  }

  /** A name that no longer holds is no error outside a transaction; inside one, `runTransaction` begins anew. */
  async #run(client: pg.PoolClient, sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    const name = await this.#statements.pick(client, sql, parameters)
    const alone = client.getTransactionStatus() === 'I'
    try {
      return await runStatement(client, sql, parameters, name)
    } catch (error) {
      if (name === undefined || !this.#statements.learnFrom(error, sql, name) || !alone) throw error
      return await runStatement(client, sql, parameters)
    }
  }

  #lose(client: pg.ClientBase, error: Error): void {
    if (!this.#lost.has(client)) this.#lost.set(client, error)
  }

  #rethrow(client: pg.ClientBase, error: unknown): never {
    if (isLockTimeout(error)) throw new DatabaseUnavailable('a row was held too long', error)
    const cause = error instanceof pg.DatabaseError ? isServerAbort(error) && error : this.#lost.get(client)
    throw cause ? new DatabaseUnavailable('a statement was broken off', cause) : error
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload)
  }

  countSessions(): SessionCounts {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { open, idle, waiting, max: connectionsMax }
  }

  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#pool.end()])
  }
}

async function runStatement(
  client: pg.PoolClient,
  text: string,
  parameters: readonly unknown[],
  name?: string,
): Promise<StatementResult> {
  const answer: pg.QueryResult | pg.QueryResult[] = await client.query({ name, text, values: parameters.map(toPostgresText) })
  const last = Array.isArray(answer) ? answer.at(-1) : answer
  return { rows: last?.rows ?? [], command: last?.command ?? '', row_count: last?.rowCount ?? undefined }
}

type ProtocolConnection = pg.Connection & {
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/**
 * Frees a prepared statement by the protocol's own message, which poolers understand (SQL's DEALLOCATE they do not) and which works
 * in a failed transaction. A lost connection is left for the next statement to find.
 */
const closeStatement = (client: pg.ClientBase, name: string): Promise<void> =>
  new Promise((resolve) => {
    client.query({
      callback: resolve,
      submit(connection: pg.Connection) {
        const wire = connection as ProtocolConnection
        delete wire.parsedStatements[name]
        wire.close({ type: 'S', name })
        wire.sync()
      },
      handleReadyForQuery: () => resolve(),
      handleError: () => resolve(),
    })
  })
