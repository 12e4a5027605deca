import type { Deps, GatewayAddresses } from '#server/deps.ts'
import { openHttpGateway } from './http/http-gateway.ts'
import { watchOpenConnections } from './open-connections.ts'
import { openSshGateway } from './ssh/ssh-gateway.ts'

export interface OpenGateways {
  public: GatewayAddresses
  close(): Promise<void>
}

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
