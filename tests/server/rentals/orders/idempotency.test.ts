import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32)] })
})
afterAll(() => rental.close())

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const send = (person: Person, quote: string, key: string) => person.call(orders.create, { body: { quote } }, withKey(key))
const countOf = async (person: Person) => (await person.call(orders.list)).total

describe('product §11 Idempotency-Key', () => {
  it.each([2, 7, 50])('sent %i × at once has one effect, and every answer is the same to the byte', async (times) => {
    const person = await rental.addPerson({ balance: '500.00' })
    const [quote] = await rental.quotesFor([person], { charge_rule: 'day' })
    const replies = await Promise.all(Array.from({ length: times }, () => send(person, quote!, `many-${times}`)))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.raw}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(200)
    expect(await countOf(person)).toBe(1)
    expect((await rental.walletOf(person)).cash).toBe('445.28')
    expect((await send(person, quote!, `many-${times}`)).raw).toBe(replies[0]!.raw)
  })

  it('answers the same though everything about the order has changed since', async () => {
    const person = await rental.addPerson()
    const [quote] = await rental.quotesFor([person])
    const first = await send(person, quote!, 'later')
    await rental.reach(first.data.instance_id!, instanceStatusCodes.running)
    await person.call(instances.update, { params: { id: first.data.instance_id! }, body: { nick_name: '改过' } })
    await rental.clock.advance(3_600_000)
    expect((await send(person, quote!, 'later')).raw).toBe(first.raw)
    await rental.releaseAll(person)
  })

  it('with another body, or for another call, is a conflict', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    const [one, other] = await rental.quotesFor([person, person])
    expect((await send(person, one!, 'k')).status).toBe(200)
    expect((await send(person, other!, 'k')).code).toBe(resultCodes.idempotency_conflict.code)
    const recharge = person.call(wallet.recharge, { body: { amount: '1', channel: 'alipay' } }, withKey('k'))
    expect((await recharge).code).toBe(resultCodes.idempotency_conflict.code)
    expect(await countOf(person)).toBe(1)
  })

  it('sent at once with two bodies lets one of them through', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    const quotes = await rental.quotesFor([person, person])
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => send(person, quotes[n % 2]!, 'two')))
    const done = replies.filter((reply) => reply.status === 200)
    expect(done).toHaveLength(10)
    expect(new Set(done.map((reply) => reply.raw)).size).toBe(1)
    for (const reply of replies) expect(['0', resultCodes.idempotency_conflict.code]).toContain(reply.code)
    expect(await countOf(person)).toBe(1)
  })

  it('belongs to one user: the same key of two people are two calls', async () => {
    const people = await rental.addPeople(2)
    const quotes = await rental.quotesFor(people)
    const ids = await Promise.all(people.map(async (person, i) => (await send(person, quotes[i]!, 'shared')).data.id))
    expect(new Set(ids).size).toBe(2)
  })

  it('of a refused call is free again', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const [quote] = await rental.quotesFor([person])
    expect((await send(person, quote!, 'poor')).code).toBe(resultCodes.insufficient_balance.code)
    await rental.recharge(person.id, '10.00')
    expect((await send(person, quote!, 'poor')).status).toBe(200)
  })

  it.each(['', ' ', 'a b', '键', 'x'.repeat(65)])('may not be %j', async (key) => {
    const person = await rental.addPerson()
    const reply = await person.call(
      wallet.recharge,
      { body: { amount: '1', channel: 'alipay' } },
      withKey(encodeURI(key) === key ? key : 'é'),
    )
    expect(reply.code).toBe(resultCodes.invalid.code)
    expect(reply.errors).toHaveProperty('Idempotency-Key')
  })

  it('makes one shutdown and one boot of many clicks', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const clicks = async (action: 'shutdown' | 'start' | 'restart', key: string) =>
      Promise.all(Array.from({ length: 10 }, () => rental.act(person, id, action, withKey(key))))
    expect(new Set((await clicks('shutdown', 'down')).map((reply) => reply.raw)).size).toBe(1)
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect(new Set((await clicks('start', 'up')).map((reply) => `${reply.status} ${reply.raw}`)).size).toBe(1)
    await rental.reach(id, instanceStatusCodes.running)
    const { data: events } = await person.call(instances.events, { params: { id }, query: { page_size: 100 } })
    expect(events.filter((event) => event.actor === 'user').map((event) => event.title)).toEqual(['开机', '关机', '创建实例'])
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
