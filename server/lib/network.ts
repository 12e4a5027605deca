import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network counted as one client: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber owns.
 */
export function toSubscriberNetwork(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Returns whether the address belongs to this machine. */
export const isLoopbackIp = (ip: string): boolean => {
  const network = toSubscriberNetwork(ip)
  return ip === '::1' || (isIPv4(network) && network.startsWith('127.'))
}
