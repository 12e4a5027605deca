import { type messages, type PGlite, protocol } from '@electric-sql/pglite'
import { toDatabaseError, toErrorFields } from './errors.ts'
import { NamedStatements } from './named-statements.ts'

const { serialize } = protocol
type Reply = messages.BackendMessage

/** One result in PostgreSQL's text format: cheap to pass between threads and parsed once by the reader. */
export interface TextAnswer {
  command: string
  row_count: number | undefined
  columns: { name: string; oid: number }[]
  rows: (string | null)[][]
}

/**
 * Runs statements on the session of one PGlite. Each is one message, where PGlite's own `query` sends six, and those that come
 * again are prepared (docs/decisions/093). One at a time.
 */
export class PgliteStatements {
  readonly #db: PGlite
  readonly #prepared = new Set<string>()
  readonly #names = new NamedStatements<PGlite>((_, name) => this.#forget(name))

  constructor(db: PGlite) {
    this.#db = db
  }

  /** Without parameters, `sql` may hold several statements. Returns undefined if PGlite did not say how they ended. */
  async run(sql: string, parameters: (string | null)[]): Promise<TextAnswer | undefined> {
    const name = await this.#names.pick(this.#db, sql, parameters)
    if (name === undefined && parameters.length === 0) return readAnswer(await this.#exchange([serialize.query(sql)]))
    const alone = !this.#db.isInTransaction()
    try {
      return await this.#execute(sql, parameters, name)
    } catch (error) {
      if (name === undefined || !this.#names.learnFrom(error, sql, name) || !alone) throw error
      return await this.#execute(sql, parameters)
    }
  }

  async #execute(text: string, values: (string | null)[], statement = ''): Promise<TextAnswer | undefined> {
    const replies = await this.#exchange([
      ...(this.#prepared.has(statement) ? [] : [serialize.parse({ name: statement, text })]),
      serialize.bind({ statement, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ])
    if (statement && replies.some(({ name }) => name === 'parseComplete')) this.#prepared.add(statement)
    return readAnswer(replies)
  }

  async #forget(name: string): Promise<void> {
    this.#prepared.delete(name)
    await this.#exchange([serialize.close({ type: 'S', name }), serialize.sync()])
  }

  #exchange(sent: Uint8Array[]): Promise<Reply[]> {
    return this.#db.execProtocolStream(Buffer.concat(sent), { syncToFs: false, throwOnError: false })
  }
}

/** The answer of the last statement. */
function readAnswer(replies: readonly Reply[]): TextAnswer | undefined {
  let columns: TextAnswer['columns'] = []
  let rows: TextAnswer['rows'] = []
  let last: TextAnswer | undefined
  for (const reply of replies) {
    if (reply instanceof protocol.messages.DatabaseError) throw toDatabaseError(toErrorFields(reply))
    if (reply instanceof protocol.messages.RowDescriptionMessage)
      columns = reply.fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID }))
    else if (reply instanceof protocol.messages.DataRowMessage) rows.push(reply.fields)
    else if (reply instanceof protocol.messages.CommandCompleteMessage) {
      const [, command = '', count] = /^(\S+).*?(\d+)?$/.exec(reply.text) ?? []
      last = { command, row_count: count === undefined ? undefined : Number(count), columns, rows }
      columns = []
      rows = []
    }
  }
  return last
}
