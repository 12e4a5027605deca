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

/** PostgreSQL's error as plain data, for a trip between threads; anything else keeps its message only. */
export type ErrorFields = { message: string } & { [Field in (typeof copiedFields)[number]]?: string }

export function toErrorFields(error: unknown): ErrorFields {
  const fields: ErrorFields = { message: error instanceof Error ? error.message : String(error) }
  for (const name of copiedFields) {
    const value = (error as Record<string, unknown>)[name]
    if (typeof value === 'string') fields[name] = value
  }
  return fields
}

/** The same error the `pg` driver would throw, so that callers need one check for both engines. */
export const toDatabaseError = (fields: ErrorFields): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(fields.message, 0, 'error'), fields)

/** SQLSTATE of an error the database answered, else undefined. */
export const findSqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** Name of the constraint that refused (unique, check, foreign key, exclusion), else undefined. */
export const findViolatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined

/**
 * The database does not answer: no session was to be had, a statement took too long or lost its connection, or somebody else
 * held a row for too long. A commit that was broken off may have got through all the same; who asks again needs what tells
 * the two apart, an idempotency key.
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

/** Whether a statement waited in vain for a row that somebody else holds; its transaction has done nothing then. */
export const isLockTimeout = (error: unknown): boolean =>
  findSqlState(error instanceof DatabaseUnavailable ? error.cause : error) === LOCK_NOT_AVAILABLE

const STATEMENT_TIMEOUT = '57014'
const IDLE_IN_TRANSACTION_TIMEOUT = '25P03'

/** Whether the server broke off what it was asked, which is no fault of the statement: a time limit, a shutdown, a crash. */
export function isServerAbort(error: pg.DatabaseError): boolean {
  const code = error.code ?? ''
  if (code === STATEMENT_TIMEOUT || code === IDLE_IN_TRANSACTION_TIMEOUT) return true
  return code.startsWith('57P') || code.startsWith('08') // operator intervention, connection exception
}
