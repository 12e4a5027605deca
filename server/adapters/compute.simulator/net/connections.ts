import { createServer, type RequestListener } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import type { InstanceRecord } from '#server/adapters/compute.simulator/state.ts'
import type { SimulatedWorld } from '#server/adapters/compute.simulator/world.ts'
import { PortClosed } from '#server/ports/driver-errors.ts'
import { createFileSiteListener } from './file-site.ts'
import type { PortListeners } from './listeners.ts'

/** In-process connections to the programs of running instances; no socket is ever opened. */
export class SimulatedConnections {
  readonly #world: SimulatedWorld
  readonly #listeners: PortListeners
  readonly #open = new Map<string, Set<Duplex>>()

  constructor(world: SimulatedWorld, listeners: PortListeners) {
    this.#world = world
    this.#listeners = listeners
    world.bell.listen((id) => void this.#endUnlessRunning(id))
  }

  /** Returns our end of a new connection. Throws `PortClosed`. */
  async dial(record: InstanceRecord, port: number): Promise<Duplex> {
    const listener = (await this.#listeners.of(record)).find((one) => one.port === port)
    if (!listener) throw new PortClosed(`nothing listens on port ${port}`)
    const [ours, theirs] = duplexPair()
    const answer = createFileSiteListener({ listener, disk: this.#world.disk(record.spec), hostname: record.spec.hostname })
    serveHttp(theirs, answer)
    this.#track(record.spec.id, ours, theirs)
    return ours
  }

  closeAll(): void {
    for (const connections of this.#open.values()) for (const connection of connections) connection.destroy()
  }

  #track(id: string, ours: Duplex, theirs: Duplex): void {
    const open = this.#open.get(id) ?? new Set()
    this.#open.set(id, open.add(ours))
    ours.on('error', () => undefined)
    theirs.on('error', () => undefined)
    ours.once('close', () => {
      theirs.destroy()
      open.delete(ours)
      if (open.size === 0 && this.#open.get(id) === open) this.#open.delete(id)
    })
    theirs.once('close', () => {
      if (!ours.readableEnded) ours.push(null)
    })
  }

  async #endUnlessRunning(id: string): Promise<void> {
    const connections = this.#open.get(id)
    if (!connections) return
    const records = await this.#world.store.all()
    if (records.get(id)?.state.at !== 'running') for (const connection of connections) connection.destroy()
  }
}

/** Serves HTTP on a stream that is not a socket. A client that half-closes after its request still gets the whole response. */
function serveHttp(stream: Duplex, answer: RequestListener): void {
  const server = Object.assign(createServer(answer), { httpAllowHalfOpen: true })
  server.emit('connection', stream)
}
