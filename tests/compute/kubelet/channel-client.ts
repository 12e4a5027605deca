import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ClusterApi } from './cluster-api.ts'

interface Outcome {
  status: string
  details?: { causes: { reason: string; message: string }[] }
}

/** A client of the API server's exec, attach and port-forward. */
export class ChannelClient {
  readonly #socket: WebSocket
  readonly #received = new Map<number, Buffer[]>()
  readonly #closed: Promise<unknown>

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.#closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('message', ([channel = 0, ...bytes]: Buffer) => {
      this.#received.set(channel, [...(this.#received.get(channel) ?? []), Buffer.from(bytes)])
    })
  }

  /** Opens `path` of the API server; throws what it answers, if that is no connection. */
  static async open(api: ClusterApi, path: string, protocol = 'v5.channel.k8s.io'): Promise<ChannelClient> {
    const headers = { authorization: `Bearer ${api.token}` }
    const socket = new WebSocket(`${api.url.replace('https', 'wss')}${path}`, protocol, { ca: api.ca, headers })
    const client = new ChannelClient(socket)
    await once(socket, 'open')
    return client
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  send(channel: number, bytes: string | Buffer): void {
    this.#socket.send(Buffer.concat([Buffer.of(channel), Buffer.from(bytes)]))
  }

  endInput(): void {
    this.#socket.send(Buffer.of(255, 0))
  }

  read(channel: number): Buffer {
    return Buffer.concat(this.#received.get(channel) ?? [])
  }

  /** What a program is said to have ended with: its code, or the whole word about it. */
  async exitCode(): Promise<number | Outcome> {
    await this.#closed
    const outcome = JSON.parse(this.read(3).toString()) as Outcome
    const cause = outcome.details?.causes.find(({ reason }) => reason === 'ExitCode')
    return outcome.status === 'Success' ? 0 : cause ? Number(cause.message) : outcome
  }

  close(): void {
    this.#socket.terminate()
  }
}
