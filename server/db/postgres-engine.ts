import pg from 'pg'
import { DatabaseUnavailable, waitedInVain, wasBrokenOff } from './errors.ts'
import { PostgresListener } from './postgres-listener.ts'
import type { Engine, Session, StatementResult } from './session.ts'
import { parserOf, toText } from './text-values.ts'

const connections_max = 10
const connect_within_ms = 10_000
const statement_within_ms = 15_000
const idle_in_transaction_ms = 10_000
/** For a row that somebody else holds: longer than the server takes to find a deadlock, which is one second. */
const lock_within_ms = 3000

/** A PostgreSQL server: a pool for statements, one more connection for notifications. */
export class PostgresEngine implements Engine {
  readonly #pool: pg.Pool
  readonly #listener: PostgresListener
  /** What a connection broke from; a statement after that only hears that it is broken. */
  readonly #lost = new WeakMap<pg.ClientBase, Error>()

  /** `patience` multiplies every limit. */
  constructor(url: string, patience = 1) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections_max,
      connectionTimeoutMillis: connect_within_ms * patience,
      statement_timeout: statement_within_ms * patience,
      idle_in_transaction_session_timeout: idle_in_transaction_ms * patience,
      lock_timeout: lock_within_ms * patience,
      keepAlive: true,
      // As in the embedded engine: dates cut by the database mean the same everywhere.
      options: '-c TimeZone=UTC',
      types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    })
    // A connection that breaks is dropped by the pool; the statement it was running rejects by itself.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', (error) => this.#lose(client, error)))
    this.#listener = new PostgresListener({ connectionString: url })
  }

  async acquire(): Promise<Session> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('no database session to be had', error)
    })
    return {
      run: (sql, parameters) => run(client, sql, parameters).catch((error: unknown) => this.#rethrow(client, error)),
      release: (broken) => client.release(broken),
    }
  }

  #lose(client: pg.ClientBase, error: Error): void {
    if (!this.#lost.has(client)) this.#lost.set(client, error)
  }

  #rethrow(client: pg.ClientBase, error: unknown): never {
    if (waitedInVain(error)) throw new DatabaseUnavailable('a row was held too long', error)
    const cause = error instanceof pg.DatabaseError ? wasBrokenOff(error) && error : this.#lost.get(client)
    throw cause ? new DatabaseUnavailable('a statement was broken off', cause) : error
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload)
  }

  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#pool.end()])
  }
}

async function run(client: pg.PoolClient, sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
  const answer: pg.QueryResult | pg.QueryResult[] = await client.query(sql, parameters.map(toText))
  const last = Array.isArray(answer) ? answer.at(-1) : answer
  return { rows: last?.rows ?? [], command: last?.command ?? '', row_count: last?.rowCount ?? undefined }
}
