import type { MessagePort } from 'node:worker_threads'
import { type ErrorFields, toDatabaseError, toErrorFields } from './errors.ts'
import type { DatabaseEngine, DatabaseSession, StatementResult } from './session.ts'
import { toPostgresText } from './text-values.ts'

/**
 * The sessions of an engine for another thread of the process: the embedded database has one session, and whoever wants it
 * stands in the same line. Requests of the borrower; each gets one reply with its id.
 */
type LoanCommand =
  | { kind: 'acquire' }
  | { kind: 'run'; session: number; sql: string; parameters: (string | null)[] }
  | { kind: 'release'; session: number; broken: boolean }
type LoanRequest = LoanCommand & { id: number }
type LoanReply = { id: number } & ({ result: StatementResult | undefined } | { error: ErrorFields })

/** Serves requests until the other end closes; what that end had not finished is rolled back. */
export function lendSessions(engine: DatabaseEngine, port: MessagePort): void {
  const lent = new Map<number, DatabaseSession>()
  let isClosed = false
  const takeBack = async (id: number, broken: boolean) => {
    const session = lent.get(id)
    lent.delete(id)
    if (broken) await session?.run('rollback', []).catch(() => undefined)
    session?.release(broken)
  }
  const perform = async (request: LoanRequest): Promise<StatementResult | undefined> => {
    if (request.kind === 'acquire') {
      lent.set(request.id, await engine.acquire())
      if (isClosed) await takeBack(request.id, true)
    } else if (request.kind === 'release') await takeBack(request.session, request.broken)
    else return lent.get(request.session)?.run(request.sql, request.parameters)
    return undefined
  }
  port.on('message', async (request: LoanRequest) => {
    const reply: LoanReply = await perform(request).then(
      (result) => ({ id: request.id, result }),
      (error: unknown) => ({ id: request.id, error: toErrorFields(error) }),
    )
    port.postMessage(reply)
  })
  port.once('close', () => {
    isClosed = true
    for (const id of [...lent.keys()]) void takeBack(id, true)
  })
}

/** The borrower's side of `lendSessions`. */
export class BorrowedEngine implements DatabaseEngine {
  readonly #port: MessagePort
  readonly #pending = new Map<number, { resolve(result: StatementResult | undefined): void; reject(error: Error): void }>()
  #last_id = 0

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (reply: LoanReply) => {
      const asked = this.#pending.get(reply.id)
      this.#pending.delete(reply.id)
      if ('error' in reply) asked?.reject(reply.error.code ? toDatabaseError(reply.error) : new Error(reply.error.message))
      else asked?.resolve(reply.result)
    })
    port.once('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('数据库已关闭'))
      this.#pending.clear()
    })
  }

  async acquire(): Promise<DatabaseSession> {
    const session = this.#last_id + 1
    await this.#ask({ kind: 'acquire' })
    return {
      run: async (sql, parameters) => {
        const result = await this.#ask({ kind: 'run', session, sql, parameters: parameters.map(toPostgresText) })
        if (!result) throw new Error('the session was taken back')
        for (const row of result.rows) restoreBuffers(row)
        return result
      },
      release: (broken) => void this.#ask({ kind: 'release', session, broken }).catch(() => undefined),
    }
  }

  listen(): never {
    throw new Error('notifications are not lent')
  }

  async close(): Promise<void> {
    this.#port.close()
  }

  #ask(order: LoanCommand): Promise<StatementResult | undefined> {
    const id = ++this.#last_id
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#port.postMessage({ ...order, id } satisfies LoanRequest)
    })
  }
}

/** A Buffer arrives as the plain bytes that it is made of. */
function restoreBuffers(row: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array) row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}
