import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())

type Action = 'start' | 'shutdown' | 'release'
const bulk = (ids: readonly string[], action: Action, key?: string) =>
  person.call(instances.bulk, { body: { ids: [...ids], action } }, key ? { headers: { 'idempotency-key': key } } : {})
const statusOf = async (id: string) => (await rental.show(person, id)).status

describe('product §4 Done to many', () => {
  it('is one answer with a result for each, and one that is refused keeps none of the others back', async () => {
    person = await rental.addPerson()
    const stranger = await rental.rent(await rental.addPerson())
    const [running, stopped] = [await rental.rent(person), await rental.rent(person)]
    await rental.act(person, stopped, 'shutdown')
    await rental.reach(stopped, instanceStatusCodes.shut_down)
    const { status, data } = await bulk([stopped, running, stranger, 'gpu-nowhere', running], 'shutdown')
    expect(status).toBe(200)
    expect(data).toEqual([
      { id: stopped, ok: false, code: resultCodes.action_not_allowed.code, message: '当前状态不能关机' },
      { id: running, ok: true, code: '0', message: '' },
      { id: stranger, ok: false, code: resultCodes.not_found.code, message: resultCodes.not_found.message },
      { id: 'gpu-nowhere', ok: false, code: resultCodes.not_found.code, message: resultCodes.not_found.message },
    ])
    expect([await statusOf(running), await statusOf(stopped)]).toEqual([
      instanceStatusCodes.shutting_down,
      instanceStatusCodes.shut_down,
    ])
    await rental.reach(running, instanceStatusCodes.shut_down)
    expect((await bulk([running, stopped], 'release')).data.every(({ ok }) => ok)).toBe(true)
    await rental.releaseAll(person)
  })

  it('boots as many as the balance covers for an hour, in the order they were named', async () => {
    person = await rental.addPerson({ balance: '7.00' })
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) {
      ids.push(await rental.rent(person))
      await rental.act(person, ids[n]!, 'shutdown')
      await rental.reach(ids[n]!, instanceStatusCodes.shut_down)
    }
    const { data } = await bulk(ids, 'start')
    expect(data.map(({ ok, code }) => [ok, code])).toEqual([
      ...Array(3).fill([true, '0']),
      [false, resultCodes.insufficient_balance.code],
    ])
    await rental.tick(10_000)
    expect(await Promise.all(ids.map(statusOf))).toEqual([2, 2, 2, 7])
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })

  it('sent again with its key is answered the same and done once', async () => {
    person = await rental.addPerson()
    const ids = [await rental.rent(person), await rental.rent(person)]
    const replies = await Promise.all([bulk(ids, 'shutdown', 'once'), bulk(ids, 'shutdown', 'once')])
    expect(replies[0]!.raw).toBe(replies[1]!.raw)
    expect(replies[0]!.data.map(({ ok }) => ok)).toEqual([true, true])
    expect((await bulk(ids, 'release', 'once')).code).toBe(resultCodes.idempotency_conflict.code)
    await rental.tick(5_000)
    await rental.releaseAll(person)
  })

  it('refuses none, and more than a hundred', async () => {
    person = await rental.addPerson()
    for (const ids of [[], Array.from({ length: 101 }, (_, n) => `gpu-${n}`)])
      expect((await bulk(ids, 'shutdown')).status).toBe(400)
    const many = Array.from({ length: 100 }, (_, n) => `gpu-${n}`)
    expect((await bulk(many, 'shutdown')).data).toHaveLength(100)
  })
})
