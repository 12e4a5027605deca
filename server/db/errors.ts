import pg from 'pg'

const copiedFields = [
  'severity',
  'code',
  'detail',
  'hint',
  'position',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const

/** PostgreSQL's error as plain data for transfer between threads; other errors keep only their message. */
export type ErrorFields = { message: string } & { [Field in (typeof copiedFields)[number]]?: string }

export function toErrorFields(error: unknown): ErrorFields {
  const fields: ErrorFields = { message: error instanceof Error ? error.message : String(error) }
  for (const name of copiedFields) {
    const value = (error as Record<string, unknown>)[name]
    if (typeof value === 'string') fields[name] = value
  }
  return fields
}

/** Rebuilds the error the `pg` driver would throw, so that callers need one check for both engines. */
export const toDatabaseError = (fields: ErrorFields): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(fields.message, 0, 'error'), fields)

/** Returns the SQLSTATE of a database error, else undefined. */
export const findSqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** Returns the name of the violated constraint (unique, check, foreign key, exclusion), else undefined. */
export const findViolatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined

/**
 * The database does not respond: no free session, a statement timeout, a lost connection, or a row lock held too long by another
 * session. An interrupted commit may still have succeeded, so callers that retry need an idempotency key.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  constructor(
    message: 'no database session to be had' | 'a statement was broken off' | 'a row was held too long',
    cause: unknown,
  ) {
    super(message, { cause })
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Returns whether a statement timed out waiting for a row lock; its transaction then has had no effect. */
export const isLockTimeout = (error: unknown): boolean =>
  findSqlState(error instanceof DatabaseUnavailable ? error.cause : error) === LOCK_NOT_AVAILABLE

const STATEMENT_TIMEOUT = '57014'
const IDLE_IN_TRANSACTION_TIMEOUT = '25P03'

/** Returns whether the server aborted the statement for reasons outside it: a time limit, a shutdown, a crash. */
export function isServerAbort(error: pg.DatabaseError): boolean {
  const code = error.code ?? ''
  if (code === STATEMENT_TIMEOUT || code === IDLE_IN_TRANSACTION_TIMEOUT) return true
  return code.startsWith('57P') || code.startsWith('08') // operator intervention, connection exception
}
