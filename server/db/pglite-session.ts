import { toDatabaseError } from './errors.ts'
import type { TextAnswer } from './pglite-statements.ts'
import type { PgliteText } from './pglite-text.ts'
import type { DatabaseSession, StatementResult } from './session.ts'
import { getColumnParser, toPostgresText } from './text-values.ts'

/** Corresponds to `idle_in_transaction_session_timeout` of a server; PGlite has no timers of its own. */
const idleMaxMs = 10_000
const IDLE_TIMEOUT = '25P03'

/** One turn at PGlite's only session. An idle holder loses it; otherwise all others would wait forever. */
export class PgliteSession implements DatabaseSession {
  readonly #db: PgliteText
  readonly #leave: () => void
  #timer: NodeJS.Timeout | undefined
  #expired = false

  constructor(db: PgliteText, leave: () => void) {
    this.#db = db
    this.#leave = leave
    this.#wait()
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    if (this.#expired) {
      throw toDatabaseError({
        message: 'the transaction was rolled back: nothing happened in it for too long',
        code: IDLE_TIMEOUT,
      })
    }
    clearTimeout(this.#timer)
    try {
      return toResult(await this.#db.run(sql, parameters.map(toPostgresText)))
    } finally {
      this.#wait()
    }
  }

  release(): void {
    clearTimeout(this.#timer)
    if (!this.#expired) this.#leave()
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#expire(), idleMaxMs)
    this.#timer.unref()
  }

  async #expire(): Promise<void> {
    this.#expired = true
    // If the database has died, the next caller gets the error.
    await this.#db.run('rollback', []).catch(() => {})
    this.#leave()
  }
}

function toResult({ command, row_count: rowCount, columns, rows }: TextAnswer): StatementResult {
  const readers = columns.map(({ name, oid }) => ({ name, parse: getColumnParser(oid) }))
  const toRow = (cells: (string | null)[]) =>
    Object.fromEntries(
      readers.map(({ name, parse }, index) => {
        const cell = cells[index] ?? null
        return [name, cell === null ? null : parse(cell)]
      }),
    )
  return { command, row_count: rowCount, rows: rows.map(toRow) }
}
