/** Result of one statement. If the text has several statements, only the last result is kept. */
export interface StatementResult {
  rows: Record<string, unknown>[]
  /** PostgreSQL's command tag: 'SELECT', 'INSERT', 'COMMIT', 'ROLLBACK' … */
  command: string
  /** Row count in the tag; undefined for tags without one. */
  row_count: number | undefined
}

/** A database session: statements run in order, and a transaction stays on one session. */
export interface DatabaseSession {
  /** Runs `sql`; without parameters it may contain several statements. Throws pg's `DatabaseError` on both engines. */
  run(sql: string, parameters: readonly unknown[]): Promise<StatementResult>
  /** Returns the session to its pool; a `broken` one is never reused. */
  release(broken: boolean): void
}

/** Sessions of the pool: all, those nobody uses, the callers that wait for one, and how many there may be. */
export interface SessionCounts {
  open: number
  idle: number
  waiting: number
  max: number
}

/** Sessions and notifications of one engine; the only interface the rest of the layer uses. */
export interface DatabaseEngine {
  acquire(): Promise<DatabaseSession>
  /** Calls back on every notification of `channel`, and with '' if some may have been missed. Returns a stop function. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** Absent where there is no pool. */
  countSessions?(): SessionCounts
  close(): Promise<void>
}

/** Runs one statement in its own session. */
export async function runSingleStatement(engine: DatabaseEngine, sql: string): Promise<StatementResult> {
  const session = await engine.acquire()
  try {
    return await session.run(sql, [])
  } finally {
    session.release(false)
  }
}
