import { Agent, type ClientRequestArgs } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import Docker from 'dockerode'
import type { EngineAccess } from '#server/ports/engines.ts'
import { SshTunnel } from './ssh-tunnel.ts'

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
      const agent = new TlsAgent({ keepAlive: true, ca, cert, key })
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
