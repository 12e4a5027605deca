import { Mutex } from 'async-mutex'
import { PgliteSession } from './pglite-session.ts'
import type { PgliteText } from './pglite-text.ts'
import { type DatabaseEngine, type DatabaseSession, runSingleStatement } from './session.ts'

/** PGlite has a single session: its holder makes everybody else wait in line until the release. */
export class PgliteEngine implements DatabaseEngine {
  readonly #db: PgliteText
  readonly #mutex = new Mutex()
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()

  #closed = false

  constructor(db: PgliteText) {
    this.#db = db
    db.onNotification((channel, payload) => {
      for (const onPayload of this.#listeners.get(channel) ?? []) onPayload(payload)
    })
  }

  async acquire(): Promise<DatabaseSession> {
    const leave = await this.#mutex.acquire()
    if (!this.#closed) return new PgliteSession(this.#db, leave)
    leave()
    throw new Error('数据库已关闭')
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    listeners.add(onPayload)
    await runSingleStatement(this, `listen ${channel}`)
    return async () => {
      if (listeners.delete(onPayload) && listeners.size === 0) await runSingleStatement(this, `unlisten ${channel}`)
    }
  }

  async close(): Promise<void> {
    const leave = await this.#mutex.acquire()
    try {
      if (!this.#closed) await this.#db.close()
    } finally {
      this.#closed = true
      leave()
    }
  }
}
