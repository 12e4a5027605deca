import { z } from 'zod'

export const roleEnvironment = {
  /** What this process does. `gateway`: SSH, port links, terminals, uploads and downloads, and no other call. */
  ROLE: z.enum(['all', 'api', 'worker', 'gateway']).default('all'),
  /** `apart`: SSH and port links are opened by gateway nodes, and this node only hands out their address. */
  GATEWAYS: z.enum(['here', 'apart']).default('here'),
}

export interface NodeRole {
  /** As the log calls it. */
  name: 'all' | 'api' | 'worker' | 'gateway'
  serves_api: boolean
  runs_jobs: boolean
  /** Serves the calls that carry many bytes, and no other. */
  serves_data_only: boolean
  /** Opens SSH and port links, unless they are disabled. */
  opens_gateways: boolean
}

interface RoleEnvironment {
  ROLE: 'all' | 'api' | 'worker' | 'gateway'
  GATEWAYS: 'here' | 'apart'
  DATABASE_URL?: string | undefined
  COMPUTE?: string | undefined
}

/** Derives what the process does; calls `fault` with one line per combination that cannot work. */
export function buildRole(
  { ROLE, GATEWAYS, DATABASE_URL: server, COMPUTE }: RoleEnvironment,
  fault: (line: string) => void,
): NodeRole {
  const isGateway = ROLE === 'gateway'
  if (isGateway && !server) fault('配置 ROLE=gateway 需要 DATABASE_URL：网关节点与接口节点只经 PostgreSQL 相通')
  if (isGateway && (COMPUTE ?? 'simulator') === 'simulator')
    fault('配置 ROLE=gateway 需要 COMPUTE=docker、COMPUTE=kubernetes 或 COMPUTE=none：模拟的实例只在一个进程里，别的进程连不到')
  if (isGateway && GATEWAYS === 'apart') fault('配置 GATEWAYS=apart 与 ROLE=gateway 矛盾：它写在接口节点上')
  if (!isGateway && GATEWAYS === 'apart' && !server) fault('配置 GATEWAYS=apart 需要 DATABASE_URL 与另外的 ROLE=gateway 节点')
  const servesApi = ROLE === 'all' || ROLE === 'api'
  return {
    name: ROLE,
    serves_api: servesApi,
    runs_jobs: ROLE === 'all' || ROLE === 'worker',
    serves_data_only: isGateway,
    opens_gateways: isGateway || (servesApi && GATEWAYS === 'here'),
  }
}
