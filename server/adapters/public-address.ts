import { BlockList, isIP, isIPv4 } from 'node:net'

const blockedIpv4Ranges: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, also the metadata service of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['100.100.100.200', 32], // metadata service of Alibaba Cloud
  ['168.63.129.16', 32], // wire server of Azure
]

const blockedIpv4 = new BlockList()
for (const [net, bits] of blockedIpv4Ranges) blockedIpv4.addSubnet(net, bits, 'ipv4')
const globalUnicastIpv6 = new BlockList()
globalUnicastIpv6.addSubnet('2000::', 3, 'ipv6')
/**
 * Special ranges inside global unicast: Teredo, ORCHID and other protocols, documentation, 6to4 (which embeds an IPv4
 * address).
 */
const specialIpv6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(net, bits, 'ipv6')

/** True if the address is on the public internet: not a private network, this machine or a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !blockedIpv4.check(address, 'ipv4')
  // Rejects everything outside global unicast, including mapped and translated IPv4 addresses.
  return globalUnicastIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
