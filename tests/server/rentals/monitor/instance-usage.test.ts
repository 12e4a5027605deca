import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monitor, usageLine } from '#contract/monitor.ts'
import { rollUpSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { insertSamples } from '#tests/server/rentals/monitor/series.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  person = await rental.addPerson({ balance: '1000.00' })
})
afterAll(() => rental.close())

const stepMs = usageLine.step_seconds * 1000
const read = async (who: Person, ...ids: string[]) => (await who.call(monitor.usage, { query: { ids: ids.join(',') } })).data

describe('decision 080 Use of several instances at a glance', () => {
  it('is the mean of all cards in 2-minute intervals, rolled up or not, with gaps where nothing was sampled', async () => {
    const [id, idle] = [await rental.rent(person, { gpu_num: 2 }), await rental.rent(person)]
    const { database, clock } = rental.deps
    await rental.clock.advance(stepMs - (clock.now().getTime() % stepMs))
    const last = clock.now().getTime()
    const at = (back: number, seconds = 0) => last - back * stepMs + seconds * 1000
    // one interval of the far past, which only the rolled-up minutes answer for
    for (const [card, value] of [20, 40].entries())
      await insertSamples(database, id, 'gpu_use', card, [
        { at: at(20), value },
        { at: at(20, 75), value: value + 10 },
      ])
    await rollUpSamples(rental.deps)
    await insertSamples(database, id, 'gpu_use', 0, [{ at: at(0), value: 90 }])
    await insertSamples(database, id, 'vram_used', 0, [{ at: at(0, 15), value: 12 * 1024 }])
    await insertSamples(database, id, 'gpu_use', 0, [{ at: at(usageLine.points), value: 77 }])

    const [first, second] = (await read(person, id, idle)).sort((a) => (a.id === id ? -1 : 1))
    expect(first?.gpu_use).toHaveLength(usageLine.points)
    expect(first?.gpu_use.flatMap((value, index) => (value === null ? [] : [[index, value]]))).toEqual([
      [usageLine.points - 1 - 20, 35],
      [usageLine.points - 1, 90],
    ])
    expect(first?.vram_use.at(-1)).toBe(50)
    expect(second).toMatchObject({ id: idle, gpu_use: Array(usageLine.points).fill(null) })
  })

  it("leaves out another person's instances and unknown ones", async () => {
    const own = await rental.rent(person)
    const stranger = await rental.addPerson()
    expect(await read(stranger, own, 'gpu-unknown')).toEqual([])
    expect((await read(person, own)).map(({ id }) => id)).toEqual([own])
  })

  it('is refused for more instances than a page of a list shows', async () => {
    const { code } = await person.call(monitor.usage, {
      query: { ids: Array.from({ length: usageLine.instances_max + 1 }, (_, nth) => `gpu-${nth}`).join(',') },
    })
    expect(code).not.toBe('00000000')
  })
})
