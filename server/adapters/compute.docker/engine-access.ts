import { Agent, type ClientRequestArgs } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import Docker from 'dockerode'
import { type SshAccess, SshTunnel } from './ssh-tunnel.ts'

/** How an engine is reached: by its socket on this machine, by SSH to its socket, or by TLS with a certificate of ours. */
export type EngineAccess =
  | { by: 'unix'; socket_path: string }
  | ({ by: 'ssh'; socket_path: string } & SshAccess)
  | { by: 'https'; host: string; port: number; ca: string; cert: string; key: string }

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
