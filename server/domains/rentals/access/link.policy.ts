/** Label before the gateway's domain, such as `gpu-k3x…-6006`. Each instance and port has its own origin. */
const labelPattern = /^([a-z]+-[a-z0-9]{16})-(\d{1,5})$/

/** Whether a name has the format of an instance id; other names are never looked up or counted. */
export const hasInstanceIdFormat = (id: string): boolean => /^[a-z]+-[a-z0-9]{16}$/.test(id)

interface LinkGateway {
  domain: string
  port: number
  https: boolean
}

/** Returns an origin such as `http://gpu-k3x…-6006.localhost:8081`. */
export function buildLinkOrigin({ domain, port, https }: LinkGateway, instanceId: string, linkPort: number): string {
  const host = `${instanceId}-${linkPort}.${domain}`
  return https ? `https://${host}` : `http://${host}:${port}`
}

/** Parses a Host header; undefined for any other name. */
export function parseLinkHost(host: string | undefined, domain: string): { instance_id: string; port: number } | undefined {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (!name.endsWith(`.${domain}`)) return undefined
  const [, instanceId, port] = labelPattern.exec(name.slice(0, -domain.length - 1)) ?? []
  return instanceId && port ? { instance_id: instanceId, port: Number(port) } : undefined
}
