import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorImages } from '#contract/operator/images.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { operatorRegions } from '#contract/operator/regions.ts'
import { products } from '#contract/products.ts'
import { testImageId, testRegionId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
let other: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  admin = await rental.addPerson({ role: 'operator_admin' })
  other = await rental.addPerson({ role: 'operator_admin' })
})
afterAll(() => rental.close())

const facts = {
  name: 'H800',
  vram: 80,
  fp32: 67,
  fp16: 989,
  cpu: 22,
  memory: 240,
  net_speed: 400,
  sys_disk: 30,
  max_gpu_num: 8,
  sort: 5,
}
const market = async () => (await rental.call(products.list, { query: { page_size: 100 } })).data.map(({ id }) => id)

describe('product §10 A product', () => {
  it('is made without a price, priced by two people, put on sale, and then there for everybody', async () => {
    const create = () =>
      admin.call(operatorProducts.create, { body: { ...facts, region_id: testRegionId, gpu_model: 'H800', vendor: 'nvidia' } })
    const { id, price } = (await create()).data
    expect(price).toBeNull()
    expect((await create()).errors).toHaveProperty('gpu_model')
    const sell = (name: 'on_sale' | 'off_sale') => admin.call(operatorProducts[name], { params: { id } })
    expect((await sell('on_sale')).message).toMatch(/还没有价格/)
    const body = {
      hour: '9',
      day: '200',
      week: '1300',
      hour_origin: '10',
      day_origin: '240',
      week_origin: '1680',
      reason: '上新',
    }
    const asked = await admin.call(operatorProducts.request_price, { params: { id }, body })
    await other.call(operatorChanges.approve, { params: { id: asked.data.id } })
    expect(await market()).not.toContain(id)
    expect((await sell('on_sale')).data).toMatchObject({ on_sale: true, price_version: 1, price: { hour: '9.00' } })
    expect(await market()).toContain(id)
    expect((await sell('on_sale')).code).toBe(resultCodes.nothing_to_change.code)
  })

  it('refuses a price above its list price', async () => {
    const body = { hour: '11', day: '1', week: '1', hour_origin: '10', day_origin: '1', week_origin: '1', reason: '上新' }
    const reply = await admin.call(operatorProducts.request_price, { params: { id: toProductId('L40S') }, body })
    expect(reply.errors).toEqual({ hour: ['售价不能高于原价'] })
  })

  it('sells nothing new once it is off sale, and touches nothing sold', async () => {
    const [person, late] = await rental.addPeople(2)
    const id = await rental.rent(person!, { model: 'A100 80GB' })
    const params = { id: toProductId('A100 80GB') }
    await admin.call(operatorProducts.off_sale, { params })
    expect((await rental.quote(late!, { model: 'A100 80GB' })).errors).toHaveProperty('product_id')
    await rental.act(person!, id, 'shutdown')
    await rental.reach(id, 7)
    await rental.act(person!, id, 'start')
    await rental.reach(id, 2)
  })

  it('changes for new instances only', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { model: 'L40S' })
    const { cpu } = (await rental.show(person, id)).flavor
    await admin.call(operatorProducts.update, {
      params: { id: toProductId('L40S') },
      body: { ...facts, name: 'L40S', cpu: 12, memory: 32 },
    })
    expect((await rental.show(person, id)).flavor.cpu).toBe(cpu)
    const next = await rental.rent(person, { model: 'L40S' })
    expect((await rental.show(person, next)).flavor.cpu).toBe(12)
  })
})

describe('product §7 A base image', () => {
  it('that is offline is chosen no more, while what uses it runs and boots', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const set = (name: 'online' | 'offline') => admin.call(operatorImages[name], { params: { id: testImageId } })
    expect((await set('offline')).data).toMatchObject({ on_offer: false })
    expect((await rental.call(products.images)).data.map((image) => image.id)).not.toContain(testImageId)
    expect((await rental.quote(person)).errors).toHaveProperty('image_id')
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, 7)
    await rental.act(person, id, 'start')
    await rental.reach(id, 2)
    await set('online')
    expect((await rental.quote(person)).status).toBe(200)
  })

  it('is all that is shown: what users saved stays theirs', async () => {
    const owner = await rental.addPerson()
    const madeOf = { framework: 'PyTorch', python: '3.12', runtime: 'CUDA 12.4', vendor: 'nvidia', size_gb: 9.8, sort: 0 }
    const saved = { id: 'image-saved', name: '私房', version: 'v1', kind: 'private', reference: 'saved:1', owner_id: owner.id }
    await rental.deps.database.kysely
      .insertInto('images')
      .values({ ...madeOf, ...saved })
      .execute()
    expect((await admin.call(operatorImages.list, { query: { page_size: 100 } })).raw).not.toContain('私房')
    const params = { id: 'image-saved' }
    expect((await admin.call(operatorImages.get, { params })).code).toBe(resultCodes.not_found.code)
    expect((await admin.call(operatorImages.offline, { params })).code).toBe(resultCodes.not_found.code)
  })
})

describe('product §10 A region', () => {
  it('is made once, and ordered', async () => {
    const create = (id: string, sort: number) =>
      admin.call(operatorRegions.create, { body: { id, name: '二区', city: '上海', sort } })
    expect((await create('cn-tests-2', 0)).data).toMatchObject({ hosts: 0, products: 0 })
    expect((await create('cn-tests-2', 0)).errors).toHaveProperty('id')
    const shown = async () => (await rental.call(products.regions)).data.map(({ id }) => id)
    expect(await shown()).toEqual(['cn-tests-2', testRegionId])
    await admin.call(operatorRegions.update, {
      params: { id: 'cn-tests-2' },
      body: { name: '二区', city: '上海', sort: 9 },
    })
    expect(await shown()).toEqual([testRegionId, 'cn-tests-2'])
  })
})
