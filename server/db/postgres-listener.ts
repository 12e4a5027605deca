import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import pg from 'pg'
import { computeBackoff } from '#server/lib/backoff.ts'

type OnPayload = (payload: string) => void

const heartbeatMs = 15_000
const answerTimeoutMs = 5_000
const pauseFirstMs = 100
const pauseMaxMs = 5_000

/**
 * A separate connection for LISTEN, opened with the first channel and reopened forever when lost. A heartbeat detects a dead
 * peer, because a listening connection sends nothing by itself.
 */
export class PostgresListener {
  readonly #config: pg.ClientConfig
  readonly #channels = new Map<string, Set<OnPayload>>()
  readonly #stop = new AbortController()
  /** A client runs one statement at a time. */
  readonly #statements = new Mutex()
  #client: pg.Client | undefined
  #connected: Promise<void> | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, keepAlive: true, query_timeout: answerTimeoutMs, connectionTimeoutMillis: answerTimeoutMs }
  }

  /** Resolves once notifications of `channel` are being received. */
  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const listeners = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, listeners)
    listeners.add(onPayload)
    this.#connected ??= this.#connect(false)
    await this.#connected
    // If the connection is just being lost, the reconnect listens to every channel of the map and to no other.
    await this.#ask(`listen ${channel}`)
    return async () => {
      listeners.delete(onPayload)
      if (listeners.size === 0) await this.#ask(`unlisten ${channel}`)
    }
  }

  async #ask(statement: string): Promise<void> {
    await this.#statements.runExclusive(async () => this.#client?.query(statement)).catch(() => {})
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#client?.end()
  }

  async #connect(again: boolean): Promise<void> {
    for (let attempt = 0; !this.#stop.signal.aborted; attempt += 1) {
      try {
        await this.#open()
        break
      } catch {
        const pauseMs = computeBackoff({ attempt, base: pauseFirstMs, max: pauseMaxMs, jitter: [0.5, 1.5] })
        await sleep(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => {})
      }
    }
    if (again) this.#tell('')
  }

  async #open(): Promise<void> {
    const client = new pg.Client(this.#config)
    const lose = () => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => {})
      if (!this.#stop.signal.aborted) this.#connected = this.#connect(true)
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ channel, payload }) => this.#tell(payload ?? '', channel))
    try {
      await client.connect()
      for (const [channel, listeners] of this.#channels) if (listeners.size > 0) await client.query(`listen ${channel}`)
      this.#stop.signal.throwIfAborted()
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    void this.#beat(client, lose)
  }

  async #beat(client: pg.Client, lose: () => void): Promise<void> {
    const { signal } = this.#stop
    while (this.#client === client) {
      await sleep(heartbeatMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await this.#statements.runExclusive(async () => this.#client === client && client.query('select 1')).catch(lose)
    }
  }

  #tell(payload: string, channel?: string): void {
    for (const [name, listeners] of this.#channels) {
      if (channel === undefined || name === channel) for (const onPayload of listeners) onPayload(payload)
    }
  }
}
