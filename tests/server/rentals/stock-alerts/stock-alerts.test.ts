import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { sendStockAlerts } from '#server/domains/rentals/stock-alerts/send-alerts.service.ts'
import { createQueueHelper } from '#tests/server/rentals/capacity/people-in-line.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const productId = toProductId('RTX 4090')
let rental: RentalPlatform
let line: ReturnType<typeof createQueueHelper>
let tenant: Person
let rented: string[]

beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 4)] })
  line = createQueueHelper(rental)
  tenant = await rental.addPerson({ balance: '10000.00' })
  rented = await line.sellOut(tenant, 'RTX 4090')
})
afterAll(() => rental.close())

const ask = (person: Person, gpuNum: number, product = productId) =>
  person.call(stockAlerts.create, { body: { product_id: product, gpu_num: gpuNum } })
const arrivals = async (person: Person) =>
  (await person.call(notifications.list)).data.filter(({ title }) => title.endsWith('到货'))
const send = () => sendStockAlerts(rental.deps)

describe('product §3 Out of stock: tell me when it is there', () => {
  it('tells each person once, when one instance can get as many cards as were asked for', async () => {
    const [one, two] = [await rental.addPerson(), await rental.addPerson()]
    await ask(one, 1)
    const wish = (await ask(two, 2)).data
    await send()
    expect([await arrivals(one), await arrivals(two)]).toEqual([[], []])

    await line.giveBack(tenant, [rented[0]!])
    await send()
    await send()
    expect(await arrivals(one)).toMatchObject([
      { title: 'RTX 4090 一区 到货', link: `/create-instance?product_id=${productId}&gpu_num=1` },
    ])
    expect(await arrivals(two)).toEqual([])

    await line.giveBack(tenant, [rented[1]!])
    await Promise.all([send(), send()])
    expect(await arrivals(one)).toHaveLength(1)
    expect(await arrivals(two)).toHaveLength(1)
    const [ended] = (await two.call(stockAlerts.list)).data
    expect(ended).toMatchObject({ id: wish.id, state: 'sent', gpu_num: 2, ended_at: rental.clock.now().toISOString() })
  })

  it('refuses what can be had now, and what no instance can get', async () => {
    const person = await rental.addPerson()
    const there = await ask(person, 2)
    expect([there.code, there.message]).toEqual([resultCodes.stock_there.code, '现在就能租到 2 张，不需要提醒'])
    expect((await ask(person, 9)).errors).toEqual({ gpu_num: ['卡数最多 8'] })
    expect((await ask(person, 1, 'product-unknown')).errors).toEqual({ product_id: ['产品不存在或已下架'] })
  })

  it('counts cards that are kept for the queue as taken', async () => {
    const [waiter, watcher] = [await rental.addPerson({ balance: '10000.00' }), await rental.addPerson()]
    await ask(watcher, 3)
    const entry = (await line.joinCreate(waiter, { gpu_num: 4 })).data
    await line.giveBack(tenant, [rented[2]!])
    await send()
    expect(await arrivals(watcher)).toEqual([])
    await line.cancel(waiter, entry.id)
    await send()
    expect(await arrivals(watcher)).toHaveLength(1)
  })

  it('is the same alert when it is asked for twice, and no alert once it is cancelled', async () => {
    const person = await rental.addPerson()
    const [first, again] = [(await ask(person, 4)).data, (await ask(person, 4)).data]
    expect(again).toEqual(first)
    expect((await person.call(stockAlerts.cancel, { params: { id: first.id } })).data.state).toBe('cancelled')
    expect((await person.call(stockAlerts.cancel, { params: { id: first.id } })).code).toBe(resultCodes.stock_alert_closed.code)
    await line.giveBack(tenant, [rented[3]!])
    await send()
    expect(await arrivals(person)).toEqual([])
    const waiting = (await person.call(stockAlerts.list, { query: { state: 'waiting' } })).data
    expect(waiting).toEqual([])
  })

  it('keeps no more alerts of one person than its limit', async () => {
    const person = await rental.addPerson()
    await rental.deps.database.kysely
      .insertInto('stock_alerts')
      .values(
        Array.from({ length: limits.stockAlertsMax }, (_, nth) => ({
          id: `alert-limit-${nth}`,
          user_id: person.id,
          product_id: nth < 8 ? toProductId('A100 80GB') : nth < 16 ? toProductId('L40S') : productId,
          gpu_num: (nth % 8) + 1,
          state: 'waiting',
          created_at: rental.clock.now(),
        })),
      )
      .execute()
    expect((await ask(person, 8)).code).toBe(resultCodes.stock_alert_limit.code)
  })
})
