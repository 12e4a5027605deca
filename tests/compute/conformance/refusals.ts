import { expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { buildTestInstanceSpec, type DriverWorld, getDriverErrorCode } from '../world.ts'

const faults: [rule: string, changes: Partial<InstanceSpec>][] = [
  ['a host that does not exist', { host: 'no-such-host' }],
  ['a card the host does not have', { gpu_uuids: ['GPU-00000000-0000-0000-0000-000000000000'] }],
  ['an id that climbs out of its folder', { id: '../../etc' }],
  ['an installation id with a separator', { installation_id: 'a/b' }],
  ['a negative generation', { generation: -1 }],
  ['a malformed image reference', { image: 'zhisuan/base;rm -rf' }],
  ['no cores', { cpu: 0 }],
  ['cores that are no number', { cpu: Number.NaN }],
  ['no memory', { memory_mb: 0 }],
  ['a host name that is none', { hostname: '-x y' }],
  ['a key that brings a second line', { authorized_keys: ['ssh-ed25519 AAAA\nssh-ed25519 BBBB'] }],
]

export function refusalCases(world: () => DriverWorld): void {
  it.each(faults)('refuses %s as an invalid spec', async (_, changes) => {
    const spec = await buildTestInstanceSpec(world(), 'a', changes)
    expect(await getDriverErrorCode(world().driver.ensureRunning(spec))).toBe('InvalidSpec')
    expect(await listObjects(world().driver)).toEqual([])
  })

  it('refuses the same card named twice', async ({ skip }) => {
    const [host] = await describeHosts(world().driver)
    const uuid = host!.gpus[0]?.uuid
    if (!uuid) return skip('this host has no cards')
    const spec = await buildTestInstanceSpec(world(), 'a', { gpu_uuids: [uuid, uuid] })
    expect(await getDriverErrorCode(world().driver.ensureRunning(spec))).toBe('InvalidSpec')
  })
}
