import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { enforceDiskLimits } from '#server/domains/rentals/auto-stop/full-disks.service.ts'
import { sampleUsage } from '#server/domains/rentals/monitor/samples.service.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  person = await rental.addPerson({ balance: '1000.00' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rental.releaseAll(person)
})
afterAll(() => rental.close())

/** The driver finds so many GB on the data disk, of 50. */
function fillTo(gb: number): void {
  vi.restoreAllMocks()
  const { compute } = rental.deps
  const usage = compute.usage.bind(compute)
  vi.spyOn(compute, 'usage').mockImplementation(async (refs) =>
    (await usage(refs)).map((sample) => ({ ...sample, sys_disk_mb: 900, data_disk_mb: gb * 1024 })),
  )
}
/** Minutes with the sampler at work every 15 s, as the runner does. */
async function pass(minutes: number): Promise<void> {
  for (let quarter = 0; quarter < 4 * minutes; quarter += 1) {
    await sampleUsage(rental.deps, (instance, sample) => enforceDiskLimits(rental.deps, { ...instance, ...sample }))
    await rental.tick(15_000)
  }
}
const told = async (pattern: RegExp) =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data.filter(({ title }) => pattern.test(title))

describe('A data disk that is only measured', () => {
  it('is spoken of once a run at 90 %', async () => {
    const id = await rental.rent(person)
    fillTo(44)
    await pass(1)
    expect(await told(/快满/)).toEqual([])
    fillTo(46)
    await pass(3)
    expect(await told(/快满/)).toHaveLength(1)
    expect((await told(/快满/))[0]!.content).toMatch(/数据盘已用 46\.0 GB，上限 50 GB.*会被关机，数据保留/)
    expect((await rental.show(person, id)).status).toBe(2)
  })

  it('stops its instance beyond what was sold, for that reason and with the data kept', async () => {
    const id = await rental.rent(person)
    fillTo(52)
    await pass(1)
    await rental.reach(id, 7)
    expect((await rental.show(person, id)).reason).toBe('disk')
    expect((await told(/已自动关机/))[0]!.content).toMatch(/磁盘已满：数据盘已用 52\.0 GB.*都保留/)
  })

  it('leaves time to clean up after the next boot, unless still more is written', async () => {
    const id = await rental.rent(person)
    fillTo(52)
    await pass(1)
    await rental.reach(id, 7)
    await rental.act(person, id, 'start')
    await rental.reach(id, 2)
    await pass(10)
    expect((await rental.show(person, id)).status).toBe(2)
    fillTo(30)
    await pass(10)
    expect((await rental.show(person, id)).status).toBe(2)
    fillTo(60)
    await pass(1)
    await rental.reach(id, 7)
    await rental.act(person, id, 'start')
    await rental.reach(id, 2)
    await pass(16)
    await rental.reach(id, 7)
  })
})
