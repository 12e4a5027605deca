import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { closeExpiredOrders } from '#server/domains/rentals/orders/saved-orders.service.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [
      buildSimulatedHost('host-1', 'RTX 4090', 32),
      buildSimulatedHost('host-2', 'L40S', 1),
      buildSimulatedHost('host-3', 'A100 80GB', 1),
    ],
  })
})
afterAll(() => rental.close())

const day = { charge_rule: 'day', quantity: 1 } as const
const price = '54.72'
const pendingMs = limits.orderPendingSeconds * 1000
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

const saveFor = async (person: Person, wish: Parameters<RentalPlatform['quote']>[1] = day) => {
  const { data } = await rental.quote(person, wish)
  return person.call(orders.save, { body: { quote: data.token } })
}
const pay = (person: Person, id: string, key?: string) =>
  person.call(orders.pay, { params: { id } }, key === undefined ? undefined : withKey(key))
const cancel = (person: Person, id: string) => person.call(orders.cancel, { params: { id } })
const show = async (person: Person, id: string) => (await person.call(orders.get, { params: { id } })).data
const instancesOf = async (person: Person) =>
  (await rental.deps.database.kysely.selectFrom('instances').select('id').where('user_id', '=', person.id).execute()).length

describe('product §5 An order that waits for its money', () => {
  it('is saved for a quarter of an hour, takes no money and holds no card', async () => {
    const person = await rental.addPerson({ balance: '10.00' })
    const free = await rental.freeCards('RTX 4090')
    const { data } = await saveFor(person)
    expect(data).toMatchObject({ status: 'pending', amount: price, instance_id: null, paid_at: null })
    expect(Date.parse(data.expires_at!) - rental.clock.now().getTime()).toBe(pendingMs)
    expect(await rental.freeCards('RTX 4090')).toBe(free)
    expect((await rental.walletOf(person)).cash).toBe('10.00')
    expect(await show(person, data.id)).toMatchObject({ lacks: '44.72', entries: [], back_now: { amount: '0.00' } })
  })

  it('is paid once there is money, and becomes the instance that was quoted', async () => {
    const person = await rental.addPerson({ balance: '10.00' })
    const { data } = await saveFor(person, { ...day, nick_name: '晚点付' })
    expect((await pay(person, data.id)).code).toBe(resultCodes.insufficient_balance.code)
    await rental.recharge(person.id, '50.00')
    const paid = (await pay(person, data.id)).data
    expect(paid).toMatchObject({ id: data.id, status: 'paid', created_at: data.created_at, instance_name: '晚点付' })
    expect((await rental.walletOf(person)).cash).toBe('5.28')
    await rental.reach(paid.instance_id!, instanceStatusCodes.running)
    const done = await show(person, data.id)
    expect(done).toMatchObject({ status: 'done', lacks: null })
    expect(done.entries.map(({ wallet, amount }) => [wallet, amount])).toEqual([['cash', `-${price}`]])
    await rental.releaseAll(person)
  })

  it('is sold at the price version of its quote, whatever has become of the price', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    const { data } = await saveFor(person, { ...day, model: 'A100 80GB' })
    const { kysely } = rental.deps.database
    const versions = kysely.selectFrom('product_prices').selectAll().where('product_id', '=', toProductId('A100 80GB'))
    const newest = await versions.orderBy('version', 'desc').executeTakeFirstOrThrow()
    const raised = { ...newest, id: 'price-raised', version: newest.version + 1, day_micro: newest.day_micro * 2n }
    await kysely.insertInto('product_prices').values(raised).execute()
    const paid = (await pay(person, data.id)).data
    expect(paid.amount).toBe(data.amount)
    expect((await show(person, data.id)).price_version).toBe(newest.version)
    expect((await rental.walletOf(person)).cash).toBe((1000 - Number(data.amount)).toFixed(2))
    await rental.releaseAll(person)
  })

  it('asks for the cards again: without them it stays as it is, and costs nothing', async () => {
    const [first, second] = await rental.addPeople(2)
    const { data } = await saveFor(first!, { ...day, model: 'L40S' })
    const taken = await rental.rent(second!, { model: 'L40S' })
    expect((await pay(first!, data.id)).code).toBe(resultCodes.no_free_gpu.code)
    expect(await show(first!, data.id)).toMatchObject({ status: 'pending' })
    expect((await rental.walletOf(first!)).cash).toBe('100.00')
    await rental.act(second!, taken, 'shutdown')
    await rental.releaseAll(second!)
  })

  it('is closed when its time is over, and cannot be paid from that second on, job or no job', async () => {
    const person = await rental.addPerson()
    const { data } = await saveFor(person)
    await rental.clock.advance(pendingMs - 1)
    await closeExpiredOrders(rental.deps)
    expect((await show(person, data.id)).status).toBe('pending')
    await rental.clock.advance(1)
    expect((await pay(person, data.id)).code).toBe(resultCodes.order_closed.code)
    await closeExpiredOrders(rental.deps)
    expect(await show(person, data.id)).toMatchObject({ status: 'cancelled', closed_by: 'time' })
    expect((await rental.walletOf(person)).cash).toBe('100.00')
  })

  it('is cancelled by its owner; a paid one is not', async () => {
    const person = await rental.addPerson()
    const { data } = await saveFor(person)
    expect((await cancel(person, data.id)).data.status).toBe('cancelled')
    expect((await cancel(person, data.id)).data.status).toBe('cancelled')
    expect((await pay(person, data.id)).code).toBe(resultCodes.order_closed.code)
    const { data: other } = await saveFor(person)
    await pay(person, other.id)
    expect((await cancel(person, other.id)).code).toBe(resultCodes.order_not_pending.code)
    await rental.releaseAll(person)
  })

  it('is one order with the quote it was made of: ordering by that quote pays it', async () => {
    const person = await rental.addPerson()
    const [quote] = await rental.quotesFor([person], day)
    const saved = (await person.call(orders.save, { body: { quote: quote! } })).data
    const ordered = (await person.call(orders.create, { body: { quote: quote! } })).data
    expect([ordered.id, ordered.status]).toEqual([saved.id, 'paid'])
    expect((await person.call(orders.list)).total).toBe(1)
    await rental.releaseAll(person)
  })

  it('is not for pay-as-you-go, nor for those without a name, nor more than a few at a time', async () => {
    const person = await rental.addPerson()
    expect((await saveFor(person, {})).errors).toHaveProperty('quote')
    const nameless = await rental.addPerson({ real_name: false })
    expect((await saveFor(nameless)).code).toBe(resultCodes.real_name_required.code)
    for (let n = 0; n < limits.ordersPendingMax; n += 1) expect((await saveFor(person)).status).toBe(200)
    expect((await saveFor(person)).code).toBe(resultCodes.orders_pending_limit.code)
  })

  it.each([2, 10, 50])('paid %i × at once with one key has one effect and one answer', async (times) => {
    const person = await rental.addPerson()
    const { data } = await saveFor(person)
    const replies = await Promise.all(Array.from({ length: times }, () => pay(person, data.id, `pay-${times}`)))
    expect(new Set(replies.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(200)
    expect(await instancesOf(person)).toBe(1)
    expect((await rental.walletOf(person)).cash).toBe('45.28')
    await rental.releaseAll(person)
  })

  it('paid at once with many keys is paid once all the same', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    const { data } = await saveFor(person)
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => pay(person, data.id, `key-${n}`)))
    expect(new Set(replies.map((reply) => reply.data.instance_id)).size).toBe(1)
    expect((await rental.walletOf(person)).cash).toBe('445.28')
    await rental.releaseAll(person)
  })

  it.each([0, 1, 2, 3, 4, 5])('paid, cancelled and timed out at once has one winner (round %i)', async (round) => {
    const person = await rental.addPerson()
    const { data } = await saveFor(person)
    if (round % 2) await rental.clock.advance(pendingMs)
    const racers = [() => pay(person, data.id), () => cancel(person, data.id), () => closeExpiredOrders(rental.deps)]
    const shift = round % racers.length
    await Promise.all([...racers.slice(shift), ...racers.slice(0, shift)].map((race) => race()))
    const { status } = await show(person, data.id)
    const paid = status === 'paid'
    expect(['paid', 'cancelled']).toContain(status)
    expect([await instancesOf(person), (await rental.walletOf(person)).cash]).toEqual(paid ? [1, '45.28'] : [0, '100.00'])
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
