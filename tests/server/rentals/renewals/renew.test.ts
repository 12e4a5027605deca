import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { expiry } from '#contract/expiry.ts'
import { instanceStatuses, isActionAllowed } from '#contract/instance-actions.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { orders } from '#contract/orders.ts'
import { createInstanceMoneyHelper, hourMs, type InstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const daily = { charge_rule: 'day' as const, quantity: 1 }
let rental: RentalPlatform
let money: InstanceMoneyHelper
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 160), buildSimulatedHost('host-2', 'L40S', 1)],
  })
  money = createInstanceMoneyHelper(rental)
  await rental.tick(700_000) // what goes by the date waits until the clock is known to be steady
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const rich = (balance = '1000.00') => rental.addPerson({ balance })
const ordersOf = async (id: string) =>
  (await rental.deps.database.kysely.selectFrom('orders').select('id').where('instance_id', '=', id).execute()).length

describe('product §4 续费 of one instance', () => {
  it('adds n units to where the package ends, at the list price of now', async () => {
    const person = await rich()
    const id = await rental.rent(person, daily)
    const { expire_at: expireAt } = await rental.show(person, id)
    const { data: quote } = await money.quoteRenewal(person, [id], 'week', 2)
    const expireAfter = new Date(Date.parse(expireAt!) + 14 * msPerDay).toISOString()
    expect(quote).toMatchObject({ amount: '766.08', count: 1, enough: true })
    expect(quote.rows[0]).toMatchObject({ ok: true, amount: '766.08', expire_at: expireAt, expire_after: expireAfter })
    const { data } = await money.orderRenewal(person, quote.token)
    expect(data[0]).toMatchObject({
      ok: true,
      order: { kind: 'renew', amount: '766.08', title: '训练 续费 2 周', status: 'done' },
    })
    expect(await rental.show(person, id)).toMatchObject({ expire_at: expireAfter, charge_rule: 'week', status: 2 })
    expect(await money.balanceOf(person)).toBe((1000 - 54.72 - 766.08).toFixed(2))
    expect(await money.newestEvent(person, id)).toMatchObject({ actor: 'user', title: '续费 2 周' })
  })

  it('of an expired package begins now, takes cards again and lets it boot', async () => {
    const person = await rich()
    const id = await rental.rent(person, daily)
    await money.rest(person, id)
    await money.endAt(id, rental.clock.now())
    await rental.tick(60_000)
    expect(await money.cardsOf(id)).toBe(0)
    await rental.clock.advance(10 * msPerDay)
    await money.renew(person, [id])
    expect(await money.cardsOf(id)).toBe(1)
    const row = await rental.show(person, id)
    expect(Date.parse(row.expire_at!) - rental.clock.now().getTime()).toBe(msPerDay)
    await rental.act(person, id, 'start')
    await rental.reach(id, 2)
  })

  it('refuses an expired one whose host has no card left, and takes no money', async () => {
    const [person, other] = [await rich(), await rich()]
    const id = await rental.rent(person, { ...daily, model: 'L40S' })
    await money.rest(person, id)
    await money.endAt(id, rental.clock.now())
    await rental.tick(700_000)
    const { token: late } = (await money.quoteRenewal(person, [id])).data
    await rental.rent(other, { model: 'L40S' })
    const { data } = await money.quoteRenewal(person, [id])
    expect(data).toMatchObject({ count: 0, amount: '0.00' })
    expect(data.rows[0]).toMatchObject({ ok: false, code: resultCodes.no_free_gpu.code })
    const before = await money.balanceOf(person)
    expect((await money.orderRenewal(person, late)).data[0]).toMatchObject({
      ok: false,
      code: resultCodes.no_free_gpu.code,
      order: null,
    })
    expect(await money.balanceOf(person)).toBe(before)
    // The other way out: by the hour it may wait in the queue.
    expect((await money.convert(person, id, 'hour')).data.back).toBe('0.00')
  })

  it('is offered in the statuses of the table, and never for pay-as-you-go', async () => {
    const person = await rich()
    const [id, hourly] = [await rental.rent(person, daily), await rental.rent(person)]
    const { kysely } = rental.deps.database
    for (const status of Object.keys(instanceStatuses).map(Number)) {
      await kysely.updateTable('instances').set({ status, next_reconcile_at: null }).where('id', '=', id).execute()
      const { data } = await money.quoteRenewal(person, [id])
      expect([status, data.rows[0]!.ok]).toEqual([status, isActionAllowed('renew', status)])
    }
    await kysely.updateTable('instances').set({ status: 2 }).where('id', '=', id).execute()
    expect((await money.quoteRenewal(person, [hourly])).data.rows[0]).toMatchObject({
      ok: false,
      code: resultCodes.not_a_package.code,
    })
  })

  it('refuses what is sold no longer, and who is not verified', async () => {
    const person = await rich()
    const id = await rental.rent(person, { ...daily })
    const { token } = (await money.quoteRenewal(person, [id])).data
    const { kysely } = rental.deps.database
    const sell = (onSale: boolean) =>
      kysely.updateTable('products').set({ on_sale: onSale }).where('id', '=', toProductId('RTX 4090')).execute()
    await sell(false)
    expect((await money.quoteRenewal(person, [id])).data.rows[0]!.code).toBe(resultCodes.product_gone.code)
    await sell(true)
    await kysely.deleteFrom('real_names').where('user_id', '=', person.id).execute()
    expect((await money.orderRenewal(person, token)).data[0]!.code).toBe(resultCodes.real_name_required.code)
  })

  it('keeps the policy of the package, unless another is chosen with the renewal', async () => {
    const person = await rich()
    const id = await rental.rent(person, daily)
    const update = (policy: 'renew' | 'hour', renewQuantity = 1) =>
      person.call(expiry.update, { params: { id }, body: { policy, renew_quantity: renewQuantity } })
    await update('hour')
    await money.renew(person, [id])
    expect((await rental.show(person, id)).expiry_policy).toBe('hour')
    const { token } = (await money.quoteRenewal(person, [id], 'week')).data
    await person.call(instanceMoney.renew, { body: { quote: token, expiry: { policy: 'renew', renew_quantity: 3 } } })
    expect(await rental.show(person, id)).toMatchObject({ expiry_policy: 'renew', renew_quantity: 3 })
  })
})

describe('product §4 续费 in bulk', () => {
  it('prices each, orders all that can be renewed, and says why not of the others', async () => {
    const [person, stranger] = [await rich(), await rich()]
    const [a, b, hourly] = [
      await rental.rent(person, daily),
      await rental.rent(person, { ...daily, gpu_num: 2 }),
      await rental.rent(person),
    ]
    const foreign = await rental.rent(stranger, daily)
    const { data: quote } = await money.quoteRenewal(person, [a, hourly, b, foreign, a])
    expect(quote.rows.map(({ id, ok, code, amount }) => [id, ok, code, amount])).toEqual([
      [a, true, '0', '54.72'],
      [hourly, false, resultCodes.not_a_package.code, '0.00'],
      [b, true, '0', '109.44'],
      [foreign, false, resultCodes.not_found.code, '0.00'],
    ])
    expect(quote).toMatchObject({ amount: '164.16', count: 2 })
    expect((await rental.show(stranger, foreign)).nick_name).toBe('训练')
    expect(quote.rows[3]!.nick_name).toBe(foreign)
    const { data } = await money.orderRenewal(person, quote.token)
    expect(data.map(({ id, ok, order }) => [id, ok, order?.amount])).toEqual([
      [a, true, '54.72'],
      [b, true, '109.44'],
    ])
    expect(await ordersOf(hourly)).toBe(1)
  })

  it('charges nothing for what fails between quote and order, and renews the others', async () => {
    const person = await rich('300.00')
    const ids = [await rental.rent(person, daily), await rental.rent(person, daily), await rental.rent(person, daily)]
    const { data: quote } = await money.quoteRenewal(person, ids)
    expect(quote).toMatchObject({ amount: '164.16', enough: false, required: '164.16' })
    await money.renew(person, [ids[1]!])
    const before = Number(await money.balanceOf(person))
    const { data } = await money.orderRenewal(person, quote.token)
    expect(data.map(({ ok, code }) => [ok, code])).toEqual([
      [true, '0'],
      [false, resultCodes.quote_changed.code],
      [false, resultCodes.insufficient_balance.code],
    ])
    expect(before - Number(await money.balanceOf(person))).toBeCloseTo(54.72, 2)
    expect([await ordersOf(ids[0]!), await ordersOf(ids[1]!), await ordersOf(ids[2]!)]).toEqual([2, 2, 1])
  })

  it('takes a hundred in one call and no more', async () => {
    const person = await rich('20000.00')
    const { token: first } = (await rental.quote(person, daily)).data
    const quotes = [first, ...(await rental.quotesFor(Array(99).fill(person), daily))]
    const ids: string[] = []
    for (const quote of quotes) ids.push((await person.call(orders.create, { body: { quote } })).data.instance_id!)
    await rental.tick(30_000)
    const { data: quote } = await money.quoteRenewal(person, ids)
    expect([quote.count, quote.amount]).toEqual([100, '5472.00'])
    const { data } = await money.orderRenewal(person, quote.token)
    expect(data.filter(({ ok }) => ok)).toHaveLength(100)
    expect(await money.balanceOf(person)).toBe((20000 - 2 * 5472).toFixed(2))
    expect((await money.quoteRenewal(person, [...ids, 'one-more'])).errors).toHaveProperty('ids')
  })
})

describe('product §3 One quote, one order of each', () => {
  it('fifty sends of one key have one effect and one answer', async () => {
    const person = await rich()
    const ids = [await rental.rent(person, daily), await rental.rent(person, daily)]
    const { token } = (await money.quoteRenewal(person, ids)).data
    const before = Number(await money.balanceOf(person))
    const replies = await Promise.all(Array.from({ length: 50 }, () => money.orderRenewal(person, token, 'renew-once')))
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
    const again = await money.orderRenewal(person, token, 'renew-twice')
    expect(again.data.map(({ order }) => order!.id)).toEqual(replies[0]!.data.map(({ order }) => order!.id))
    expect(before - Number(await money.balanceOf(person))).toBeCloseTo(109.44, 2)
    for (const id of ids) expect(await ordersOf(id)).toBe(2)
  })

  it('refuses a quote of another user, and one that is old', async () => {
    const [person, stranger] = [await rich(), await rich()]
    const id = await rental.rent(person, daily)
    const { token } = (await money.quoteRenewal(person, [id])).data
    expect((await money.orderRenewal(stranger, token)).code).toBe(resultCodes.quote_expired.code)
    await rental.clock.advance(600_001)
    expect((await money.orderRenewal(person, token)).code).toBe(resultCodes.quote_expired.code)
    await rental.clock.advance(hourMs)
  })
})
