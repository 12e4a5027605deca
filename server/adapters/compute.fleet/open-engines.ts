import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import { InvalidSpec } from '#server/ports/driver-errors.ts'
import type { EngineSource } from '#server/ports/engines.ts'
import { createClosedLink, type EngineLink, OpenLink } from './engine-link.ts'

/** How soon what is written down elsewhere is noticed here. */
const refreshMs = 10_000

export interface OpenEngine {
  id: string
  link: EngineLink
  hosts: Set<string>
}

/** The engines that are open now, and which hosts belong to which. */
export class OpenEngines {
  readonly #source: EngineSource
  readonly #clock: Clock
  readonly #open = new Map<string, OpenEngine & { version: string }>()
  /** Which engine has a host: of two, the one that had it first. */
  readonly #holders = new Map<string, OpenEngine>()
  readonly #closing = new AbortController()
  #following: Promise<void> | undefined
  readonly refresh = withSingleFlight(() => this.#refreshNow())

  constructor(source: EngineSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  async all(): Promise<OpenEngine[]> {
    await this.#follow()
    return [...this.#open.values()]
  }

  /** Returns the engine of a host, also of one that was written down a moment ago. Throws InvalidSpec if none has it. */
  async of(host: string): Promise<OpenEngine> {
    await this.#follow()
    const known = this.#holders.get(host)
    if (known) return known
    await this.refresh()
    const found = this.#holders.get(host)
    if (!found) throw new InvalidSpec(`no engine has host ${host}`)
    return found
  }

  /** Notes that an engine has a host. Returns false if another one has it. */
  claim(engine: OpenEngine, host: string): boolean {
    const holder = this.#holders.get(host)
    if (holder) return holder.id === engine.id
    engine.hosts.add(host)
    this.#holders.set(host, engine)
    return true
  }

  /** Closes all; nothing can be asked afterwards. */
  async close(): Promise<void> {
    this.#closing.abort()
    const open = [...this.#open.values()]
    this.#open.clear()
    this.#holders.clear()
    await Promise.all(open.map(({ link }) => link.close()))
  }

  /** Reads what is written down, at the first question and from then on. */
  async #follow(): Promise<void> {
    if (this.#following) return this.#following
    this.#following = this.refresh()
    try {
      await this.#following
    } catch (error) {
      this.#following = undefined
      throw error
    }
    void this.#refreshForEver()
  }

  async #refreshForEver(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#clock.sleep(refreshMs, signal)
      if (!signal.aborted) await this.refresh().catch(() => undefined) // those that are open stay so
    }
  }

  #noteHolders(): void {
    this.#holders.clear()
    for (const engine of this.#open.values()) for (const host of engine.hosts) this.claim(engine, host)
  }

  async #refreshNow(): Promise<void> {
    const entries = await this.#source.list()
    const wanted = new Map(entries.map((entry) => [entry.id, entry]))
    for (const [id, { version, link }] of this.#open) {
      if (wanted.get(id)?.version === version) continue
      this.#open.delete(id)
      void link.close()
    }
    this.#noteHolders()
    for (const { id, version, hosts, ...entry } of entries) {
      const known = this.#open.get(id)
      if (known) {
        for (const host of hosts) known.hosts.add(host)
        continue
      }
      const link = 'closed' in entry ? createClosedLink(entry.closed) : new OpenLink(await entry.open(), this.#clock)
      if (this.#closing.signal.aborted) return link.close()
      this.#open.set(id, { id, version, link, hosts: new Set(hosts) })
    }
    this.#noteHolders()
  }
}
