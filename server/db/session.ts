/** What one statement answered. Of a text with several statements only the last is told. */
export interface StatementResult {
  rows: Record<string, unknown>[]
  /** PostgreSQL's command tag: 'SELECT', 'INSERT', 'COMMIT', 'ROLLBACK' … */
  command: string
  /** Rows the tag counts; undefined for tags without a count. */
  row_count: number | undefined
}

/** One conversation with the database: statements run in order, a transaction lives on one session. */
export interface DatabaseSession {
  /** Runs `sql`; without parameters it may hold several statements. Throws pg's `DatabaseError` on both engines. */
  run(sql: string, parameters: readonly unknown[]): Promise<StatementResult>
  /** Gives the session back; `broken` ones are never handed out again. */
  release(broken: boolean): void
}

/** Notifications and sessions of one engine; the rest of the layer knows nothing else of it. */
export interface DatabaseEngine {
  acquire(): Promise<DatabaseSession>
  /** Calls back on every notification of `channel`, with '' when some may have been missed. Answers the way to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Runs one statement on a session of its own. */
export async function runSingleStatement(engine: DatabaseEngine, sql: string): Promise<StatementResult> {
  const session = await engine.acquire()
  try {
    return await session.run(sql, [])
  } finally {
    session.release(false)
  }
}
