import { Agent, type ClientRequestArgs } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Docker from 'dockerode'
import type { EngineAccess } from '#server/ports/engines.ts'
import { SshTunnel } from './ssh-tunnel.ts'

/** How long a host may say nothing before it is asked; it is given up after ten more seconds. */
const silenceMs = 5_000

export interface EngineClient {
  docker: Docker
  close(): void
}

/** Opens no connection yet. */
export function createEngineClient(access: EngineAccess): EngineClient {
  switch (access.by) {
    case 'unix':
      return { docker: new Docker({ socketPath: access.socket_path }), close: () => undefined }
    case 'https': {
      const { host, port, ca, cert, key } = access
      const agent = new WatchfulAgent({ keepAlive: true, ca, cert, key })
      const options = { protocol: 'https' as const, host, port, ca, cert, key, agent }
      return { docker: new Docker(options), close: () => agent.destroy() }
    }
    case 'ssh': {
      const tunnel = new SshTunnel(access)
      const agent = new TunnelAgent(() => tunnel.open(access.socket_path))
      const options = { protocol: 'http' as const, host: 'engine', agent }
      return { docker: new Docker(options), close: () => tunnel.close() }
    }
  }
}

/**
 * Asks a silent host whether it is still there: who only listens, as a watch does, would never notice that it is not. Node does so
 * by itself for plain connections, not for TLS.
 */
class WatchfulAgent extends TlsAgent {
  override createConnection(...args: Parameters<TlsAgent['createConnection']>): ReturnType<TlsAgent['createConnection']> {
    const socket = super.createConnection(...args) as Socket
    return socket.once('connect', () => socket.setKeepAlive(true, silenceMs))
  }
}

/** Every request has a channel of its own. */
class TunnelAgent extends Agent {
  readonly #open: () => Promise<Duplex>

  constructor(open: () => Promise<Duplex>) {
    super({ keepAlive: false })
    this.#open = open
  }

  override createConnection(_: ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#open().then(
      (stream) => callback?.(null, stream),
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    )
  }
}
