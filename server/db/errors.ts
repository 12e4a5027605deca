import pg from 'pg'

const copied = [
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
export type ErrorFields = { message: string } & { [field in (typeof copied)[number]]?: string }

export function errorFields(error: unknown): ErrorFields {
  const fields: ErrorFields = { message: error instanceof Error ? error.message : String(error) }
  for (const name of copied) {
    const value = (error as Record<string, unknown>)[name]
    if (typeof value === 'string') fields[name] = value
  }
  return fields
}

/** The same error the `pg` driver would throw, so that callers need one check for both engines. */
export const databaseError = (fields: ErrorFields): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(fields.message, 0, 'error'), fields)

/** SQLSTATE of an error the database answered, else undefined. */
export const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** Name of the constraint that refused (unique, check, foreign key, exclusion), else undefined. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined

/** No session was to be had: the pool is busy for longer than anybody should wait, or the server is away. Nothing was done. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('no database session to be had', { cause })
  }
}
