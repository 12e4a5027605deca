import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { products } from '#contract/products.ts'
import { testImageId, testRegionId, toProductId } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

type Query = NonNullable<CallInput<typeof products.list>['query']>
const find = async (query: Query) => (await rental.call(products.list, { query })).data.map(({ gpu_model: gpuModel }) => gpuModel)

describe('product §3 The market', () => {
  it('shows prices and stock without an account', async () => {
    const { data, total } = await rental.call(products.list)
    expect(total).toBe(3)
    expect(data[0]).toMatchObject({
      id: toProductId('RTX 4090'),
      gpu_model: 'RTX 4090',
      gpu_idles: 8,
      gpu_free: 12,
      gpu_total: 12,
      simulated: true,
      price: { hour: '2.28', day: '54.72', week: '383.04', hour_origin: '2.28' },
      peer_gpu: { cpu: 8, memory: 32, net_speed: 100, sys_disk: 30 },
    })
  })

  it.each<[Query, string[]]>([
    [{ keyword: 'a100' }, ['A100 80GB']],
    [{ keyword: '一区' }, ['RTX 4090', 'A100 80GB', 'L40S']],
    [{ gpu_model: 'L40S' }, ['L40S']],
    [{ gpu_num: 5 }, ['RTX 4090', 'A100 80GB']],
    [{ gpu_num: 8 }, ['RTX 4090', 'A100 80GB']],
    [{ price_max: 2.28 }, ['RTX 4090', 'L40S']],
    [{ price_max: 1.2345 }, ['L40S']],
    [{ price_max: 1.2344 }, []],
    [{ vendor: 'ascend' }, []],
    [{ region_id: 'cn-nowhere' }, []],
    [{ region_id: testRegionId }, ['RTX 4090', 'A100 80GB', 'L40S']],
    [{ sort: 'price', order: 'asc' }, ['L40S', 'RTX 4090', 'A100 80GB']],
    [{ sort: 'price', order: 'desc' }, ['A100 80GB', 'RTX 4090', 'L40S']],
    [{ sort: 'gpu_idles' }, ['L40S', 'RTX 4090', 'A100 80GB']],
    [{ page: 2, page_size: 2 }, ['L40S']],
    [{ page: 3, page_size: 2 }, []],
  ])('filters and sorts by %j', async (query, models) => expect(await find(query)).toEqual(models))

  it('leaves names with 4090 out on the home page', async () => {
    const { data } = await rental.call(products.home)
    expect(data.data.map(({ name }) => name)).toEqual(['A100 80GB 一区', 'L40S 一区'])
  })

  it('shows one product, and none that is not sold', async () => {
    expect((await rental.call(products.get, { params: { id: toProductId('L40S') } })).data.price.hour).toBe('1.2345')
    expect((await rental.call(products.get, { params: { id: 'product-unknown' } })).code).toBe(resultCodes.not_found.code)
  })

  it('names regions, models and images', async () => {
    expect((await rental.call(products.regions)).data).toEqual([{ id: testRegionId, name: '一区', city: '北京' }])
    expect((await rental.call(products.models)).data.map(({ gpu_model: gpuModel }) => gpuModel)).toEqual([
      'RTX 4090',
      'A100 80GB',
      'L40S',
    ])
    expect((await rental.call(products.images, { query: { vendor: 'nvidia' } })).data.map(({ id }) => id)).toEqual([testImageId])
    expect((await rental.call(products.images, { query: { vendor: 'kunlun' } })).data).toEqual([])
  })

  it('keeps up with what is rented', async () => {
    const person = await rental.addPerson()
    await rental.rent(person, { model: 'L40S', gpu_num: 3 })
    const stock = async () => (await rental.call(products.get, { params: { id: toProductId('L40S') } })).data
    expect(await stock()).toMatchObject({ gpu_idles: 1, gpu_free: 1, gpu_total: 4 })
    await rental.releaseAll(person)
    expect((await stock()).gpu_idles).toBe(4)
  })

  it('sorts by the least an hour of one card comes to, whichever of the three prices that is', async () => {
    const { kysely } = rental.deps.database
    const productId = toProductId('A100 80GB')
    const { id: _, ...first } = await kysely
      .selectFrom('product_prices')
      .selectAll()
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
    // By the week an hour of it comes to one yuan.
    const cheapWeek = { ...first, id: 'price-cheap-week', version: 2, week_micro: 168_000_000n }
    await kysely.insertInto('product_prices').values(cheapWeek).execute()
    expect(await find({ sort: 'card_hour', order: 'asc' })).toEqual(['A100 80GB', 'L40S', 'RTX 4090'])
    expect(await find({ sort: 'price', order: 'asc' })).toEqual(['L40S', 'RTX 4090', 'A100 80GB'])
  })
})
