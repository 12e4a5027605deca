import { Agent, type AgentOptions, type ClientRequest, type ClientRequestArgs } from 'node:http'
import type { Duplex } from 'node:stream'
import type { InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'

/** Keeps an idle connection just long enough for the next file of the same page. */
const idleMs = 4_000
const freeMax = 8

/** Request options of this agent: the instance and port to dial, and the signal that aborts dialing. */
export interface DialOptions extends ClientRequestArgs {
  inside: InstanceConnector
  port: number
  left: AbortSignal
}

/** Keeps connections into instances alive between requests; they are the driver's streams, not sockets. */
export class DialAgent extends Agent {
  readonly #idle = new WeakMap<Duplex, NodeJS.Timeout>()

  constructor() {
    super({ keepAlive: true, maxFreeSockets: freeMax } satisfies AgentOptions)
  }

  override createConnection(options: ClientRequestArgs, done?: (error: Error | null, stream: Duplex) => void): undefined {
    const { inside, port, left } = options as DialOptions
    inside.dial(port, left).then(
      (stream) => {
        stream.on('error', () => undefined) // also while the connection is idle
        done?.(null, toSocket(stream))
      },
      (error: Error) => done?.(error, undefined as never),
    )
  }

  override keepSocketAlive(stream: Duplex): boolean {
    const timer = setTimeout(() => stream.destroy(), idleMs)
    timer.unref()
    this.#idle.set(stream, timer)
    super.keepSocketAlive(stream)
    return true
  }

  override reuseSocket(stream: Duplex, request: ClientRequest): void {
    clearTimeout(this.#idle.get(stream))
    super.reuseSocket(stream, request)
  }
}

const noop = () => undefined
/** Adds the socket methods that Node's agent calls, for streams without an operating-system socket. */
const toSocket = (stream: Duplex): Duplex =>
  'setKeepAlive' in stream ? stream : Object.assign(stream, { setKeepAlive: noop, setTimeout: noop, ref: noop, unref: noop })
