import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { activities } from '#contract/activities.ts'
import { resultCodes } from '#contract/codes.ts'
import { products } from '#contract/products.ts'
import { addOperatorTeam, addRunningActivity, hideActivity, type OperatorTeam } from '#tests/support/activities.ts'
import { toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const productId = toProductId('RTX 4090')

let rental: RentalPlatform
let office: OperatorTeam
const running: string[] = []
beforeAll(async () => {
  rental = await createRentalPlatform()
  office = await addOperatorTeam(rental)
})
afterAll(() => rental.close())
afterEach(async () => {
  for (const id of running.splice(0)) await hideActivity(office, id)
})

const run = async (...wish: [Parameters<typeof addRunningActivity>[2]?, string?, number?]) => {
  const id = await addRunningActivity(rental, office, ...wish)
  running.push(id)
  return id
}
const label = async (person: Person, query: { product_id: string; activity_id?: string } = { product_id: productId }) =>
  (await person.call(activities.user_label, { query })).data
const week = { charge_rule: 'week' as const, quantity: 1 }

describe('requirements §3 Activity banner', () => {
  it('has exactly the fields of the spec beside our own, and what one share costs at least', async () => {
    const id = await run({ product_ids: [productId, toProductId('L40S')] })
    const [banner] = (await rental.call(activities.list)).data
    expect(banner).toMatchObject({
      image: '',
      activity_title: '暑期包周',
      activity_content: '包周价格立减',
      product_data: { product_id: [toProductId('L40S'), productId].sort().join(','), discount_type: 'week', price_unit: 3 },
    })
    expect(banner).toMatchObject({ id, period: 1, percent: 80, remaining: null, price_from: '165.92', origin_from: '207.40' })
  })

  it('is there from its start to its end and not a moment longer', async () => {
    const start = rental.clock.now().getTime() + 60_000
    const at = (ms: number) => new Date(start + ms).toISOString()
    await run({ starts_at: at(0), ends_at: at(60_000) })
    const shown = async () => (await rental.call(activities.list)).data.length
    expect(await shown()).toBe(0)
    await rental.clock.advance(60_000)
    expect(await shown()).toBe(1)
    await rental.clock.advance(60_000)
    expect(await shown()).toBe(0)
  })

  it('shows its title at its products, the first of several, and none at the others', async () => {
    await run({}, '后', 2)
    const id = await run({}, '先', 1)
    const home = (await rental.call(products.list)).data
    expect(home.find((product) => product.id === productId)?.activity).toEqual({ id, title: '先' })
    expect(home.find((product) => product.id === toProductId('L40S'))?.activity).toBeNull()
  })
})

describe('requirements §4 Activity purchase: the eligibility check', () => {
  it('is true for whoever is verified while the activity runs', async () => {
    const id = await run()
    const person = await rental.addPerson()
    expect(await label(person)).toEqual({ status: true, activity_id: id, why_not: null })
    expect(await label(person, { product_id: `${toProductId('L40S')},${productId}` })).toMatchObject({ status: true })
  })

  it('is false for another product, another activity, and when none runs', async () => {
    const person = await rental.addPerson()
    expect(await label(person)).toMatchObject({ status: false, activity_id: null, why_not: '活动已结束' })
    await run()
    expect(await label(person, { product_id: toProductId('L40S') })).toMatchObject({ status: false })
    expect(await label(person, { product_id: productId, activity_id: 'activity-none' })).toMatchObject({ status: false })
  })

  it('is false without a verified name', async () => {
    await run()
    const person = await rental.addPerson({ real_name: false })
    expect(await label(person)).toMatchObject({ status: false, why_not: '完成实名认证后才能参与活动' })
  })

  it('asks new users for having no order, and a failed one that was given back is none', async () => {
    await run({ audience: 'new' })
    const person = await rental.addPerson()
    expect(await label(person)).toMatchObject({ status: true })
    const { data } = await rental.order(person)
    expect(await label(person)).toMatchObject({ status: false, why_not: '这个活动只面向还没有下过单的新用户' })
    await rental.deps.database.kysely.updateTable('orders').set({ status: 'refunded' }).where('id', '=', data.id).execute()
    expect(await label(person)).toMatchObject({ status: true })
    await rental.deps.database.kysely.updateTable('orders').set({ status: 'done' }).where('id', '=', data.id).execute()
  })

  it('is false once the own shares are taken, and once all are', async () => {
    await run({ per_user: 1, stock: 2 })
    const [first, second, third] = await rental.addPeople(3, { balance: '1000.00' })
    const activityId = (await label(first!)).activity_id!
    expect((await rental.order(first!, { ...week, activity_id: activityId })).status).toBe(200)
    expect(await label(first!)).toMatchObject({ status: false, why_not: '每人最多参与 1 次，你已经用完' })
    expect((await rental.call(activities.list)).data[0]).toMatchObject({ remaining: 1 })
    expect((await rental.order(second!, { ...week, activity_id: activityId })).status).toBe(200)
    expect(await label(third!)).toMatchObject({ status: false, why_not: '活动名额已用完' })
    expect((await rental.quote(third!, { ...week, activity_id: activityId })).code).toBe(resultCodes.activity_used_up.code)
    expect((await rental.call(products.get, { params: { id: productId } })).data.activity).toBeNull()
  })
})

describe('requirements §3 GPU product: the activity at it', () => {
  const shownTo = async (person?: Person) => {
    const call = person?.call ?? rental.call
    const [{ data: home }, { data: market }, { data: one }] = await Promise.all([
      call(products.home),
      call(products.list),
      call(products.get, { params: { id: l40s } }),
    ])
    const titles = [...home.data, ...market, one].flatMap(({ id, activity }) => (id === l40s ? [activity?.title ?? null] : []))
    expect(titles).toHaveLength(3)
    expect(new Set(titles).size).toBe(1)
    return titles[0]
  }
  const l40s = toProductId('L40S')

  it('is shown to visitors and to whoever may still take part, and not to whom it refuses', async () => {
    const activityId = await run({ product_ids: [l40s, productId], audience: 'new', per_user: 1 }, '新用户专享')
    const [fresh, taker, regular] = await rental.addPeople(3, { balance: '1000.00' })
    const unverified = await rental.addPerson({ real_name: false })
    await rental.order(taker!, { ...week, activity_id: activityId })
    await rental.order(regular!)
    for (const person of [undefined, fresh, unverified]) expect(await shownTo(person)).toBe('新用户专享')
    for (const person of [taker, regular]) expect(await shownTo(person)).toBeNull()
  })

  it('is the next that one may take part in, where the first refuses', async () => {
    await run({ product_ids: [l40s], audience: 'new' }, '新用户专享', 1)
    await run({ product_ids: [l40s] }, '人人有份', 2)
    const regular = await rental.addPerson({ balance: '1000.00' })
    expect(await shownTo(regular)).toBe('新用户专享')
    await rental.order(regular)
    expect(await shownTo(regular)).toBe('人人有份')
  })
})

describe('requirements §3 Activity instance row', () => {
  it('has exactly the fields of the spec, of own instances of the products that have run', async () => {
    await run()
    const person = await rental.addPerson({ balance: '1000.00' })
    const id = await rental.rent(person, { nick_name: '训练一' })
    await rental.rent(person, { model: 'L40S', nick_name: '别的' })
    await rental.order(person, { nick_name: '没开过机' })
    const reply = await person.call(activities.instance_available, { query: { product_id: productId, discount_type: 'week' } })
    expect(reply.data).toEqual({
      available: true,
      instances: [
        {
          instance_name: id,
          nick_name: '训练一',
          status: 2,
          image: 'PyTorch 2.6',
          flavor: { gpu_type: 'RTX 4090', gpu_num: 1, cpu_type: 'x86_64', cpu: 8, memory: 32, data_disk: 50 },
          charge_rule: 'hour',
          price_unit: 1,
          auto_stop_time: null,
        },
      ],
    })
    await rental.releaseAll(person)
  })

  it('says by the flag whether the activity is for instances one has', async () => {
    await run({ for_existing: false })
    const person = await rental.addPerson()
    const ask = async (discountType: 'day' | 'week') =>
      (await person.call(activities.instance_available, { query: { product_id: productId, discount_type: discountType } })).data
    expect(await ask('week')).toEqual({ available: false, instances: [] })
    expect(await ask('day')).toEqual({ available: false, instances: [] })
  })
})
