import type pg from 'pg'
import { findSqlState } from './errors.ts'

/** Names per connection; each costs the server some tens of KB while the connection lives. */
const namesMax = 200
/** Texts that are remembered to see whether they come again. */
const textsMax = 2_000
/** A text gets a name with this use: lists of many lengths and bulk values mostly come once. */
const namedFromUse = 3
/** Longer parameter lists are bulk values, which differ from call to call. */
const parametersMax = 100

const isPlanned = (sql: string): boolean => /^\s*(select|insert|update|delete|with|merge)\b/i.test(sql)

interface KnownText {
  name: string
  uses: number
}

const INVALID_STATEMENT_NAME = '26000'
const DUPLICATE_STATEMENT = '42P05'
const INVALID_COLUMN_REFERENCE = '42P10'

/** Whether a migration changed what a named statement returns. */
const isStalePlan = (error: unknown): boolean =>
  findSqlState(error) === '0A000' && (error as pg.DatabaseError).routine === 'RevalidateCachedQuery'

/** Whether the server does not know its connection's names: a pooler gave the connection another session. */
const isForeignSession = (error: unknown): boolean =>
  [INVALID_STATEMENT_NAME, DUPLICATE_STATEMENT].includes(findSqlState(error) ?? '')

/** Whether a text works only while the planner knows its values: ON CONFLICT with a partial index that a parameter names. */
const needsItsValues = (error: unknown): boolean => findSqlState(error) === INVALID_COLUMN_REFERENCE

/** Whether only the name of a statement failed; nothing of the statement was executed. */
export const isInvalidName = (error: unknown): boolean => isStalePlan(error) || isForeignSession(error) || needsItsValues(error)

/**
 * Which texts the connections of one engine prepare under a name, so that PostgreSQL parses them once a connection and plans them
 * a few times instead of always (docs/decisions/087). The names a connection holds are bounded; the least recently used goes.
 */
export class NamedStatements<Connection extends object> {
  readonly #texts = new Map<string, KnownText>()
  readonly #held = new WeakMap<Connection, Set<string>>()
  readonly #close: (connection: Connection, name: string) => Promise<void>
  #made = 0
  #off = false

  /** `close` frees a name of a connection. */
  constructor(close: (connection: Connection, name: string) => Promise<void>) {
    this.#close = close
  }

  /** The name to run `sql` under, or undefined. Makes room for it on the connection, which runs nothing else meanwhile. */
  async pick(connection: Connection, sql: string, parameters: readonly unknown[]): Promise<string | undefined> {
    if (this.#off || parameters.length > parametersMax || !isPlanned(sql)) return undefined
    // Only without parameters may a text hold several statements, which cannot be prepared.
    if (parameters.length === 0 && sql.includes(';')) return undefined
    const { name, uses } = this.#countUse(sql)
    if (uses < namedFromUse) return undefined
    const oldest = this.#hold(connection, name)
    if (oldest) await this.#close(connection, oldest)
    return name
  }

  /**
   * Learns from a failed named statement; returns whether the same text would succeed without its name. All names are given anew
   * after a migration, since one that changed a table mostly concerns many statements.
   */
  learnFrom(error: unknown, sql: string, name: string): boolean {
    if (!isInvalidName(error)) return false
    if (isForeignSession(error)) this.#off = true
    if (needsItsValues(error)) this.#texts.set(sql, { name, uses: Number.NEGATIVE_INFINITY })
    else if (this.#texts.get(sql)?.name === name) this.#texts.clear()
    return true
  }

  #countUse(sql: string): KnownText {
    const known = this.#texts.get(sql)
    if (known) this.#texts.delete(sql)
    else if (this.#texts.size >= textsMax) this.#texts.delete(this.#texts.keys().next().value!)
    const text = known ?? { name: `s${++this.#made}`, uses: 0 }
    text.uses += 1
    this.#texts.set(sql, text)
    return text
  }

  /** Returns the name that has to go. */
  #hold(connection: Connection, name: string): string | undefined {
    const held = this.#held.get(connection) ?? new Set()
    this.#held.set(connection, held)
    held.delete(name)
    held.add(name)
    if (held.size <= namesMax) return undefined
    const [oldest] = held
    held.delete(oldest!)
    return oldest
  }
}
