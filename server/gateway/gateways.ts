import type { Deps, GatewayAddresses } from '#server/deps.ts'
import { createEd25519Pair } from '#server/domains/accounts/keys/key-pair.service.ts'
import { openHttpGateway } from './http/http-gateway.ts'
import { watchOpenConnections } from './open-connections.ts'
import { openSshGateway } from './ssh/ssh-gateway.ts'

export interface OpenGateways {
  public: GatewayAddresses
  close(): Promise<void>
}

/** Where gateway nodes are reached, as an api node hands it out: the ports are those that people see. */
export const describeGateways = ({ config: { ssh, gateway }, keys }: Pick<Deps, 'config' | 'keys'>): GatewayAddresses => ({
  ...(ssh && { ssh: { host: ssh.public_host, port: ssh.port, fingerprint: createEd25519Pair(keys.ssh_host).fingerprint } }),
  ...(gateway && { http: gateway }),
})

/**
 * Opens the configured gateways into instances on the API's address. A gateway that cannot listen is reported in one line and
 * skipped, because the platform works without it.
 */
export async function openGateways(deps: Deps, say: (line: string) => void): Promise<OpenGateways> {
  const { ssh, gateway, host } = deps.config
  const doors = watchOpenConnections(deps)
  const leftOut = (name: string, port: number, variable: string) => (error: Error) => {
    say(`${name}未开启：${host}:${port} ${error.message}。可用 ${variable} 指定其他端口，0 为关闭`)
    return undefined
  }
  const openedSsh = ssh && (await openSshGateway(deps, doors, { host, ...ssh }).catch(leftOut('SSH 网关', ssh.port, 'SSH_PORT')))
  const openedHttp =
    gateway && (await openHttpGateway(deps, doors, { host, ...gateway }).catch(leftOut('端口链接', gateway.port, 'GATEWAY_PORT')))
  return {
    public: { ...(openedSsh && { ssh: openedSsh.public }), ...(openedHttp && { http: openedHttp.public }) },
    close: async () => {
      doors.closeAll()
      await Promise.all([openedSsh?.close(), openedHttp?.close()])
    },
  }
}
