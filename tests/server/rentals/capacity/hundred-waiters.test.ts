import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import type { Deps } from '#server/deps.ts'
import { serveQueue, serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createQueueHelper } from './people-in-line.ts'

let rental: RentalPlatform
let owner: Person
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 6), buildSimulatedHost('host-2', 'RTX 4090', 4)],
  })
  owner = await rental.addPerson({ balance: '10000.00' })
})
afterAll(() => rental.close())

const died = new Error('the worker has died')

/**
 * A worker that dies in the middle of its third boot: cards are taken, the instance is written, nothing is committed. `inTheMiddle`
 * is called just before.
 */
async function dyingServer(deps: Deps, inTheMiddle: () => void): Promise<void> {
  let boots = 0
  const transaction: Deps['database']['transaction'] = (work) =>
    deps.database.transaction(async (trx, afterCommit) => {
      const result = await work(trx, afterCommit)
      if (result !== true || ++boots < 3) return result
      inTheMiddle()
      await setImmediate()
      throw died
    })
  await serveQueue({ ...deps, database: { ...deps.database, transaction } }, toProductId('RTX 4090'))
}

describe('product §4 The queue: 100 waiters for 10 cards', () => {
  it('makes exactly 10 boots, in order, with several workers at once and one dying in the middle', async () => {
    const { joinCreate, sellOut, giveBack } = createQueueHelper(rental)
    const { kysely } = rental.deps.database
    const rented = await sellOut(owner, 'RTX 4090')
    expect(rented).toHaveLength(10)
    const people = await rental.addPeople(100)
    // All at once: whoever gets the smaller place stands before.
    const joined = await Promise.all(people.map((person) => joinCreate(person)))
    expect(joined.map(({ status }) => status)).toEqual(Array(100).fill(200))
    const line = await kysely.selectFrom('queue_entries').select(['id', 'user_id']).orderBy('place').execute()
    expect(new Set(line.map(({ user_id: userId }) => userId)).size).toBe(100)
    expect(await rental.freeCards('RTX 4090')).toBe(0)

    await giveBack(owner, rented)
    expect(await rental.freeCards('RTX 4090')).toBe(10)

    const strangers = await rental.addPeople(5)
    let reachMiddle = () => {}
    const middle = new Promise<void>((resolve) => {
      reachMiddle = resolve
    })
    const workers = Promise.all([1, 2, 3].map(() => middle.then(() => serveQueues(rental.deps))))
    const pushing = Promise.all(strangers.map((person) => middle.then(() => rental.order(person))))
    await expect(dyingServer(rental.deps, reachMiddle)).rejects.toBe(died)
    await workers
    expect((await pushing).map(({ code }) => code)).toEqual(Array(5).fill(resultCodes.no_free_gpu.code))

    const served = await kysely
      .selectFrom('queue_entries')
      .select(['id', 'state', 'instance_id', 'ended_at'])
      .orderBy('place')
      .execute()
    expect(served.slice(0, 10).map(({ state }) => state)).toEqual(Array(10).fill('done'))
    expect(served.slice(10).map(({ state }) => state)).toEqual(Array(90).fill('waiting'))
    const cards = await kysely.selectFrom('gpus').select(['uuid', 'instance_id']).execute()
    expect(cards.map(({ instance_id: instanceId }) => instanceId).sort()).toEqual(
      served
        .slice(0, 10)
        .map(({ instance_id: instanceId }) => instanceId)
        .sort(),
    )
    const orders = await kysely
      .selectFrom('orders')
      .select(['quote_id', 'user_id'])
      .where('quote_id', 'like', 'queue-%')
      .execute()
    expect(orders.map(({ quote_id: quoteId }) => quoteId).sort()).toEqual(
      line
        .slice(0, 10)
        .map(({ id }) => id)
        .sort(),
    )
    // Boots were made in order: the rows of the orders' events carry it.
    const events = await kysely
      .selectFrom('instance_events as e')
      .innerJoin('queue_entries as q', 'q.instance_id', 'e.instance_id')
      .select('q.id')
      .where('e.kind', '=', 'order')
      .orderBy('e.id')
      .execute()
    expect(events.map(({ id }) => id)).toEqual(line.slice(0, 10).map(({ id }) => id))
    for (const { instance_id: instanceId } of served.slice(0, 10)) await rental.reach(instanceId!, 2)
    expect(await rental.audit()).toEqual([])
  })
})
