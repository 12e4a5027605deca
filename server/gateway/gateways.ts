import type { Deps, GatewayAddresses } from '#server/deps.ts'
import { openHttpGateway } from './http/http-gateway.ts'
import { watchOpenConnections } from './open-connections.ts'
import { openSshGateway } from './ssh/ssh-gateway.ts'

export interface OpenGateways {
  public: GatewayAddresses
  close(): Promise<void>
}

/**
 * The ways into instances beside the API, as configured, on the API's own address. One that cannot listen is said in one
 * line and left out: the platform is more than its gateways.
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
