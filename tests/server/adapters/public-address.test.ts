import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '#server/adapters/public-address.ts'

const inside = `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3
  169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.0.1 192.168.255.255 198.18.0.1
  198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe
  64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 2002:a9fe:a9fe:: 3fff::1 fc00::1 fd00::1 fd00:ec2::254 fe80::1
  fec0::1 ff02::1`.split(/\s+/)
const outside = `8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.167.0.1 198.17.0.1 223.5.5.5
  2400:3200::1 2606:4700::1111 2a00:1450::1`.split(/\s+/)
const nonsense = ['', 'localhost', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::1]', '1.2.3.4.5', 'fe80::1%eth0 ']

describe('An address of the public internet', () => {
  it.each(inside)('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(outside)('is %s', (address) => expect(isPublicAddress(address)).toBe(true))
  it.each(nonsense)('is not %j, which is none', (address) => expect(isPublicAddress(address)).toBe(false))
})
