import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { products } from '#contract/products.ts'
import { toProductId } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

describe('product §4 Cards', () => {
  it('of an instance are all on one host, and nobody else gets them', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    const ids = [
      await rental.rent(person, { gpu_num: 4 }),
      await rental.rent(person, { gpu_num: 4 }),
      await rental.rent(person, { gpu_num: 4 }),
    ]
    expect((await rental.order(person)).code).toBe(resultCodes.no_free_gpu.code)
    const held = await rental.deps.database.kysely.selectFrom('gpus').selectAll().where('instance_id', 'in', ids).execute()
    expect(held).toHaveLength(12)
    for (const id of ids) expect(new Set(held.filter((gpu) => gpu.instance_id === id).map((gpu) => gpu.host_id)).size).toBe(1)
    await rental.releaseAll(person)
    expect(await rental.freeCards('RTX 4090')).toBe(12)
  })

  it('come from the fullest host that has enough, so that large requests keep a chance', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    await rental.rent(person, { gpu_num: 1 })
    expect((await rental.quote(person, { gpu_num: 8 })).data.in_stock).toBe(true)
    await rental.releaseAll(person)
  })

  it('are not counted together over hosts: two free here and one there cannot serve three', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    await rental.rent(person, { gpu_num: 6 })
    await rental.rent(person, { gpu_num: 3 })
    expect(await rental.freeCards('RTX 4090')).toBe(3)
    expect((await rental.quote(person, { gpu_num: 3 })).data.in_stock).toBe(false)
    expect((await rental.order(person, { gpu_num: 3 })).code).toBe(resultCodes.no_free_gpu.code)
    const { data } = await rental.call(products.get, { params: { id: toProductId('RTX 4090') } })
    expect(data).toMatchObject({ gpu_idles: 2, gpu_free: 3, gpu_total: 12 })
    expect((await rental.order(person, { gpu_num: 2 })).status).toBe(200)
    await rental.releaseAll(person)
  })

  it('of a host that takes no new instances are not sold', async () => {
    const person = await rental.addPerson()
    const { kysely } = rental.deps.database
    await kysely.updateTable('hosts').set({ driver_schedulable: false }).where('id', 'like', 'host-4090-%').execute()
    expect((await rental.quote(person)).data.in_stock).toBe(false)
    expect((await rental.order(person)).code).toBe('00200011')
    await kysely.updateTable('hosts').set({ driver_schedulable: true }).execute()
  })

  it('leave the books right', async () => expect(await rental.audit()).toEqual([]))
})
