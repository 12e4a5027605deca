import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { discardStrayDisks } from '#server/domains/rentals/reconcile/stray-disks.service.ts'
import type { HostListing } from '#server/ports/compute.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
let id: string
beforeEach(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2), buildSimulatedHost('host-2', 'RTX 4090', 2)],
  })
  person = await rental.addPerson()
  id = await createLongTaskHelper(rental).rentAndStop(person)
})
afterEach(() => rental.close())

const listing = (host: string, ids: string[]): HostListing => ({
  ...{ host, complete: true },
  seen: ids.map((one) => ({
    ref: { installation_id: rental.deps.installation_id, id: one, generation: 1 },
    phase: 'creating',
    observed_at: rental.clock.now(),
  })),
})
const changeRow = (changes: { task_id?: string; lease_until?: Date; lease_by?: string; released_at?: Date }) =>
  rental.deps.database.kysely.updateTable('instances').set(changes).where('id', '=', id).execute()
async function look(listings: HostListing[]): Promise<unknown[][]> {
  const relocate = vi.spyOn(rental.deps.compute, 'relocate').mockResolvedValue()
  await discardStrayDisks(rental.deps, listings)
  const calls = relocate.mock.calls.map(([{ id: moved, host: from, data_disk_gb: gb }, host]) => [moved, from, gb, host])
  relocate.mockRestore()
  return calls
}

describe('decision 125 What an interrupted move left on a host that was silent', () => {
  it('is discarded when that host lists it and its own host has it, and leaves the row as it was', async () => {
    const before = await createLongTaskHelper(rental).rowOf(id)
    const discards = await look([listing('host-1', [id]), listing('host-2', [id, 'gpu-other'])])
    expect(discards).toEqual([[id, 'host-1', before.data_disk_gb, 'host-1']])
    expect(await createLongTaskHelper(rental).rowOf(id)).toEqual(before)
  })

  it.each([
    ['its own host does not list it', () => [listing('host-2', [id]), listing('host-3', [id])]],
    ['it is listed once', () => [listing('host-1', [id])]],
  ])('is left alone if %s', async (_, listings) => {
    expect(await look(listings())).toEqual([])
  })

  it.each([
    ['it has a task', async () => void (await createLongTaskHelper(rental).migrate(person, id))],
    ['a worker holds it', () => changeRow({ lease_by: 'other', lease_until: new Date(rental.clock.now().getTime() + 30_000) })],
    ['it was released', () => changeRow({ released_at: rental.clock.now() })],
  ])('is left alone if %s', async (_, change) => {
    await change()
    expect(await look([listing('host-1', [id]), listing('host-2', [id])])).toEqual([])
  })
})
