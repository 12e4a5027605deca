import { Worker } from 'node:worker_threads'
import { toDatabaseError } from './errors.ts'
import type { PgliteCommand, PgliteReply, PgliteRequest, PgliteThreadData } from './pglite-messages.ts'
import type { TextAnswer } from './pglite-statements.ts'
import type { PgliteText } from './pglite-text.ts'

interface Pending {
  resolve(answer: TextAnswer | undefined): void
  reject(error: Error): void
}

/** Request id for the initial ready message. */
const openingId = 0
/** Room for a few answers on their way: what Node gives it by itself stays in memory for nothing, 30 MB. */
const youngGenerationMb = 12
const closedError = new Error('数据库已关闭')

/** The durable PGlite of pglite-worker.ts as seen from the main thread. After the thread has ended, every call rejects. */
export class PgliteThread implements PgliteText {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #last_id = openingId
  #ready = false
  #ended: Error | undefined
  #notify: (channel: string, payload: string) => void = () => {}

  /** Starts the thread and opens the data; throws the thread's error on failure. */
  static async open(data: PgliteThreadData, onFailure: (error: Error) => void): Promise<PgliteThread> {
    const thread = new PgliteThread(data, onFailure)
    const ready = new Promise<void>((resolve, reject) => {
      thread.#pending.set(openingId, { resolve: () => resolve(), reject })
    })
    await ready.catch(async (error: unknown) => {
      await thread.#worker.terminate()
      throw error
    })
    return thread
  }

  private constructor(data: PgliteThreadData, onFailure: (error: Error) => void) {
    this.#worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
      execArgv: [],
    })
    this.#worker.on('message', (reply: PgliteReply) => this.#receive(reply))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => {
      const reason = this.#end(new Error('数据库线程意外退出'))
      if (this.#ready && reason !== closedError) onFailure(reason)
    })
  }

  async run(sql: string, parameters: (string | null)[]): Promise<TextAnswer> {
    const answer = await this.#ask({ kind: 'run', sql, parameters })
    if (!answer) throw new Error('the database thread answered nothing')
    return answer
  }

  onNotification(callback: (channel: string, payload: string) => void): void {
    this.#notify = callback
  }

  /** Resolves once nothing writes any more. */
  async close(): Promise<void> {
    try {
      if (!this.#ended) await this.#ask({ kind: 'close' })
    } finally {
      this.#end(closedError)
      await this.#worker.terminate()
    }
  }

  #ask(order: PgliteCommand): Promise<TextAnswer | undefined> {
    if (this.#ended) return Promise.reject(this.#refusal())
    const id = ++this.#last_id
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ ...order, id } satisfies PgliteRequest)
    })
  }

  #receive(reply: PgliteReply): void {
    if (reply.kind === 'ready') {
      this.#ready = true
      this.#settle(openingId)?.resolve(undefined)
    } else if (reply.kind === 'answer') this.#settle(reply.id)?.resolve(reply.answer)
    else if (reply.kind === 'error') this.#settle(reply.id)?.reject(toDatabaseError(reply.error))
    else if (reply.kind === 'notification') this.#notify(reply.channel, reply.payload)
    else {
      this.#end(new Error(reply.message))
      void this.#worker.terminate()
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  /** Creates a new error each time, because callers may modify the error they catch. */
  #refusal(): Error {
    return new Error(this.#ended?.message, { cause: this.#ended })
  }

  /** Rejects all pending and future calls; returns the first reason ever given. */
  #end(reason: Error): Error {
    this.#ended ??= reason
    for (const { reject } of this.#pending.values()) reject(this.#refusal())
    this.#pending.clear()
    return this.#ended
  }
}
