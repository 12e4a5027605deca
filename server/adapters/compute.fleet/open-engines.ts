import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { InvalidSpec } from '#server/ports/driver-errors.ts'
import { EngineLink } from './engine-link.ts'

/** One engine as the platform knows it. */
export interface EngineEntry {
  id: string
  /** Changes with its address or credentials: then it is opened anew. */
  version: string
  /** The hosts it last reported, also those that are silent now. */
  hosts: readonly string[]
  /** Makes its driver, without a connection yet. */
  open(): Promise<ComputeDriver>
}

/** Where the engines are written down. */
export interface EngineSource {
  list(): Promise<readonly EngineEntry[]>
}

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
  #read = false
  readonly refresh = withSingleFlight(() => this.#refreshNow())

  constructor(source: EngineSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  async all(): Promise<OpenEngine[]> {
    if (!this.#read) await this.refresh()
    return [...this.#open.values()]
  }

  /** Returns the engine of a host, also of one that was written down a moment ago. Throws InvalidSpec if none has it. */
  async of(host: string): Promise<OpenEngine> {
    const known = this.#find(host)
    if (known) return known
    await this.refresh()
    const found = this.#find(host)
    if (!found) throw new InvalidSpec(`no engine has host ${host}`)
    return found
  }

  /** Closes all; nothing can be asked afterwards. */
  async close(): Promise<void> {
    const open = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(open.map(({ link }) => link.driver.close()))
  }

  #find(host: string): OpenEngine | undefined {
    return [...this.#open.values()].find(({ hosts }) => hosts.has(host))
  }

  async #refreshNow(): Promise<void> {
    const entries = await this.#source.list()
    this.#read = true
    const wanted = new Map(entries.map((entry) => [entry.id, entry]))
    for (const [id, { version, link }] of this.#open) {
      if (wanted.get(id)?.version === version) continue
      this.#open.delete(id)
      await link.driver.close()
    }
    for (const { id, version, hosts, open } of entries) {
      const known = this.#open.get(id)
      if (known) for (const host of hosts) known.hosts.add(host)
      else this.#open.set(id, { id, version, link: new EngineLink(await open(), this.#clock), hosts: new Set(hosts) })
    }
  }
}
