/** `gpu-k3x…-6006`: the label before the gateway's domain; no other instance and no other port shares an origin with it. */
const label_pattern = /^([a-z]+-[a-z0-9]{16})-(\d{1,5})$/

/** Whether a name could be an instance's: what is not is never looked up nor counted. */
export const looksLikeInstance = (id: string): boolean => /^[a-z]+-[a-z0-9]{16}$/.test(id)

interface LinkGateway {
  domain: string
  port: number
  https: boolean
}

/** `http://gpu-k3x…-6006.localhost:8081` */
export function linkOrigin({ domain, port, https }: LinkGateway, instance_id: string, link_port: number): string {
  const host = `${instance_id}-${link_port}.${domain}`
  return https ? `https://${host}` : `http://${host}:${port}`
}

/** What a Host header names. Undefined for any other name. */
export function linkTarget(host: string | undefined, domain: string): { instance_id: string; port: number } | undefined {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (!name.endsWith(`.${domain}`)) return undefined
  const [, instance_id, port] = label_pattern.exec(name.slice(0, -domain.length - 1)) ?? []
  return instance_id && port ? { instance_id, port: Number(port) } : undefined
}
