/** `gpu-k3x…-6006`: the label before the gateway's domain; no other instance and no other port shares an origin with it. */
const labelPattern = /^([a-z]+-[a-z0-9]{16})-(\d{1,5})$/

/** Whether a name could be an instance's: what is not is never looked up nor counted. */
export const hasInstanceIdFormat = (id: string): boolean => /^[a-z]+-[a-z0-9]{16}$/.test(id)

interface LinkGateway {
  domain: string
  port: number
  https: boolean
}

/** `http://gpu-k3x…-6006.localhost:8081` */
export function buildLinkOrigin({ domain, port, https }: LinkGateway, instanceId: string, linkPort: number): string {
  const host = `${instanceId}-${linkPort}.${domain}`
  return https ? `https://${host}` : `http://${host}:${port}`
}

/** What a Host header names. Undefined for any other name. */
export function parseLinkHost(host: string | undefined, domain: string): { instance_id: string; port: number } | undefined {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (!name.endsWith(`.${domain}`)) return undefined
  const [, instanceId, port] = labelPattern.exec(name.slice(0, -domain.length - 1)) ?? []
  return instanceId && port ? { instance_id: instanceId, port: Number(port) } : undefined
}
