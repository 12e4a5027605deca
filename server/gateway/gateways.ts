import type { Deps, Gateways } from '#server/deps.ts'
import { openHttpGateway } from './http/http-gateway.ts'
import { watchOpenDoors } from './open-connections.ts'
import { openSshGateway } from './ssh/ssh-gateway.ts'

export interface OpenGateways {
  public: Gateways
  close(): Promise<void>
}

/**
 * The ways into instances beside the API, as configured, on the API's own address. One that cannot listen is said in one
 * line and left out: the platform is more than its gateways.
 */
export async function openGateways(deps: Deps, say: (line: string) => void): Promise<OpenGateways> {
  const { ssh, gateway, host } = deps.config
  const doors = watchOpenDoors(deps)
  const left_out = (name: string, port: number, variable: string) => (error: Error) => {
    say(`${name}未开启：${host}:${port} ${error.message}。可用 ${variable} 指定其他端口，0 为关闭`)
    return undefined
  }
  const opened_ssh =
    ssh && (await openSshGateway(deps, doors, { host, ...ssh }).catch(left_out('SSH 网关', ssh.port, 'SSH_PORT')))
  const opened_http =
    gateway &&
    (await openHttpGateway(deps, doors, { host, ...gateway }).catch(left_out('端口链接', gateway.port, 'GATEWAY_PORT')))
  return {
    public: { ...(opened_ssh && { ssh: opened_ssh.public }), ...(opened_http && { http: opened_http.public }) },
    close: async () => {
      doors.closeAll()
      await Promise.all([opened_ssh?.close(), opened_http?.close()])
    },
  }
}
