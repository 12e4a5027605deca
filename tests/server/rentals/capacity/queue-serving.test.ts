import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { auditAndClose } from '#tests/support/audited-close.ts'
import { createPendingDataset } from '#tests/support/datasets.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { addProductPrice } from '#tests/support/product-prices.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createQueueHelper } from './people-in-line.ts'

let rental: RentalPlatform
let line: ReturnType<typeof createQueueHelper>
let owner: Person
const hour = 3_600_000

/** A fleet of RTX 4090 hosts with this many cards each. */
async function open(...hosts: number[]): Promise<void> {
  rental = await createRentalPlatform({ hosts: hosts.map((cards, n) => buildSimulatedHost(`host-${n + 1}`, 'RTX 4090', cards)) })
  line = createQueueHelper(rental)
  owner = await rental.addPerson({ balance: '5000.00' })
}
const serve = () => serveQueues(rental.deps)
const stateOf = async (person: Person, id: string) => (await line.look(person, id)).state
/** An instance of `person` that is shut down on this host, with cards taken by others since. */
async function shutDown(person: Person, gpuNum = 1): Promise<string> {
  const id = await rental.rent(person, { gpu_num: gpuNum })
  await line.giveBack(person, [id])
  return id
}
const hostOf = async (id: string) =>
  (await rental.deps.database.kysely.selectFrom('instances').select('host_id').where('id', '=', id).executeTakeFirstOrThrow())
    .host_id

afterEach(() => auditAndClose(rental))

describe('product §4 The queue serves', () => {
  beforeEach(() => open(1))

  it('a boot by itself as soon as its host has the cards, and says so', async () => {
    const person = await rental.addPerson()
    const id = await shutDown(person)
    const [taken] = await line.sellOut(owner, 'RTX 4090')
    expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.no_free_gpu.code)
    const entry = (await line.joinBoot(person, id)).data
    expect(entry).toMatchObject({ kind: 'boot', state: 'waiting', position: 1, expected_wait: null, instance_id: id })
    await rental.act(owner, taken!, 'shutdown')
    await rental.reach(id, 2)
    expect(await line.look(person, entry.id)).toMatchObject({ state: 'done', position: null })
    expect((await line.told(person))[0]).toMatchObject({
      title: '实例 训练 已轮到，正在开机',
      link: `/console/container-instance/detail/${id}`,
    })
  })

  it('a new instance at the price of that moment, through an order like any other', async () => {
    await line.sellOut(owner, 'RTX 4090')
    const person = await rental.addPerson({ balance: '54.72' })
    const entry = (await line.joinCreate(person, { charge_rule: 'day' })).data
    expect((await rental.walletOf(person)).cash, 'waiting costs nothing').toBe('54.72')
    await rental.releaseAll(owner)
    await rental.tick(5_000)
    const { instance_id: instanceId } = await line.look(person, entry.id)
    await rental.reach(instanceId!, 2)
    expect((await rental.walletOf(person)).cash).toBe('0.00')
  })

  it('nobody an instance for nothing: what can no longer be mounted ends the waiting, and neither card nor money moves', async () => {
    const taken = await line.sellOut(owner, 'RTX 4090')
    const author = await rental.addPerson({ balance: '1000.00' })
    const { version_id: versionId } = await createPendingDataset(rental, author)
    const entry = (await line.joinCreate(author, { charge_rule: 'week', data_set_version_ids: [versionId] })).data
    await author.call(myDatasets.withdraw, { params: { id: versionId } })
    await author.call(myDatasets.remove_version, { params: { id: versionId } })
    await line.giveBack(owner, taken)
    await serve()
    const ended = await line.look(author, entry.id)
    expect(ended).toMatchObject({ state: 'failed', instance_id: null, reason: resultCodes.data_set_not_mountable.message })
    expect((await author.call(instances.list)).total).toBe(0)
    expect((await rental.walletOf(author)).cash).toBe('1000.00')
    expect(await rental.freeCards('RTX 4090')).toBe(1)
  })

  it('nobody twice: an instance that is booted by hand leaves the queue', async () => {
    const person = await rental.addPerson()
    const id = await shutDown(person)
    await line.sellOut(owner, 'RTX 4090')
    const entry = (await line.joinBoot(person, id)).data
    const [taken] = await rental.deps.database.kysely
      .selectFrom('instances')
      .select('id')
      .where('user_id', '=', owner.id)
      .execute()
    await line.giveBack(owner, [taken!.id])
    expect((await rental.act(person, id, 'start')).status, 'first in line is not refused at the door').toBe(200)
    expect(await stateOf(person, entry.id)).toBe('done')
    await serve()
    expect(await rental.freeCards('RTX 4090')).toBe(0)
  })

  it('nobody who has left: cancelled, or the instance released', async () => {
    const people = await rental.addPeople(2)
    const ids = [await shutDown(people[0]!), await shutDown(people[1]!)]
    const [taken] = await line.sellOut(owner, 'RTX 4090')
    const entries = [(await line.joinBoot(people[0]!, ids[0]!)).data, (await line.joinBoot(people[1]!, ids[1]!)).data]
    expect((await line.cancel(people[0]!, entries[0]!.id)).data).toMatchObject({ state: 'cancelled', position: null })
    expect((await line.cancel(people[0]!, entries[0]!.id)).code).toBe(resultCodes.queue_closed.code)
    expect((await line.look(people[1]!, entries[1]!.id)).position).toBe(1)
    await rental.act(people[1]!, ids[1]!, 'release')
    expect(await stateOf(people[1]!, entries[1]!.id)).toBe('cancelled')
    await line.giveBack(owner, [taken!])
    await serve()
    expect(await rental.freeCards('RTX 4090')).toBe(1)
  })
})

describe('product §4 First come, first served', () => {
  it('a stranger gets no card that is kept, by order or by boot, and sees none', async () => {
    await open(1)
    const [person, stranger] = (await rental.addPeople(2)) as [Person, Person]
    const theirs = await shutDown(stranger)
    const taken = await line.sellOut(owner, 'RTX 4090')
    const entry = (await line.joinCreate(person)).data
    await line.giveBack(owner, taken)
    expect(await rental.freeCards('RTX 4090')).toBe(1)
    expect((await rental.quote(stranger)).data.in_stock).toBe(false)
    expect((await rental.order(stranger)).code).toBe(resultCodes.no_free_gpu.code)
    expect((await rental.act(stranger, theirs, 'start')).code).toBe(resultCodes.no_free_gpu.code)
    await serve()
    expect(await stateOf(person, entry.id)).toBe('done')
  })

  it('those behind do not pass on a host that could serve the first, who needs more than is free', async () => {
    await open(2)
    const [first, second] = (await rental.addPeople(2)) as [Person, Person]
    const taken = await line.sellOut(owner, 'RTX 4090')
    const big = (await line.joinCreate(first, { gpu_num: 2 })).data
    const small = (await line.joinCreate(second)).data
    await line.giveBack(owner, taken.slice(0, 1))
    await serve()
    expect([await stateOf(first, big.id), await stateOf(second, small.id)]).toEqual(['waiting', 'waiting'])
    await line.giveBack(owner, taken.slice(1))
    await serve()
    expect([await stateOf(first, big.id), await stateOf(second, small.id)]).toEqual(['done', 'waiting'])
  })

  it('those behind pass on a host that could never serve the first', async () => {
    await open(4, 1)
    const [first, second] = (await rental.addPeople(2)) as [Person, Person]
    const taken = await line.sellOut(owner, 'RTX 4090')
    const big = (await line.joinCreate(first, { gpu_num: 4 })).data
    const small = (await line.joinCreate(second)).data
    const hosts = await Promise.all(taken.map(hostOf))
    await line.giveBack(owner, [taken[hosts.indexOf('host-2')]!, taken[hosts.indexOf('host-1')]!])
    await serve()
    expect([await stateOf(first, big.id), await stateOf(second, small.id)]).toEqual(['waiting', 'done'])
    const served = await line.look(second, small.id)
    expect(await hostOf(served.instance_id!)).toBe('host-2')
    expect(await rental.freeCards('RTX 4090')).toBe(1)
  })

  it('a boot waits for its own host and keeps no other', async () => {
    await open(1, 1)
    const [first, second] = (await rental.addPeople(2)) as [Person, Person]
    const id = await shutDown(first)
    const taken = await line.sellOut(owner, 'RTX 4090')
    const hosts = await Promise.all(taken.map(hostOf))
    const boot = (await line.joinBoot(first, id)).data
    const create = (await line.joinCreate(second)).data
    const other = taken[hosts.findIndex((host) => host !== hosts[0])]!
    expect(await hostOf(id)).not.toBe(await hostOf(other))
    await line.giveBack(owner, [other])
    await serve()
    expect([await stateOf(first, boot.id), await stateOf(second, create.id)]).toEqual(['waiting', 'done'])
  })

  it('takes cards of a host that is added', async () => {
    await open(1)
    await line.sellOut(owner, 'RTX 4090')
    const person = await rental.addPerson()
    const entry = (await line.joinCreate(person)).data
    const { kysely } = rental.deps.database
    await kysely.insertInto('gpus').values({ uuid: 'gpu-new', host_id: 'host-1', model: 'RTX 4090' }).execute()
    await serve()
    expect(await stateOf(person, entry.id)).toBe('done')
    await rental.releaseAll(person)
  })
})

describe('product §4 Who could not be served', () => {
  let poor: Person
  let next: Person
  let taken: string[]
  beforeEach(async () => {
    await open(1)
    poor = await rental.addPerson({ balance: '0.00' })
    next = await rental.addPerson()
    taken = await line.sellOut(owner, 'RTX 4090')
  })

  it('for want of money is passed over with one notice, keeps the place, and is served when there is money', async () => {
    const first = (await line.joinCreate(poor)).data
    const second = (await line.joinCreate(next)).data
    await line.giveBack(owner, taken)
    await serve()
    expect(await line.look(poor, first.id)).toMatchObject({
      state: 'waiting',
      held: true,
      position: 1,
      reason: '余额不足，充值后继续排队',
    })
    const { instance_id: instanceId } = await line.look(next, second.id)
    await rental.reach(instanceId!, 2)
    await line.giveBack(next, [instanceId!])
    await serve()
    await serve()
    expect((await line.told(poor)).map(({ title }) => title)).toEqual(['训练 的排队暂时轮空'])
    expect(await rental.freeCards('RTX 4090'), 'nothing is kept for who cannot pay').toBe(1)
    await rental.recharge(poor.id, '10.00')
    await serve()
    expect(await stateOf(poor, first.id)).toBe('done')
  })

  it('for want of money is sent home after 24 hours, not because a clock has jumped', async () => {
    const first = (await line.joinCreate(poor)).data
    await line.giveBack(owner, taken)
    await serve()
    rental.clock.jump(25 * hour)
    await rental.enforce()
    expect(await stateOf(poor, first.id)).toBe('waiting')
    await rental.tick(20 * 60_000)
    expect(await line.look(poor, first.id)).toMatchObject({ state: 'failed', held: false, position: null })
    expect((await line.told(poor))[0]!.title).toBe('训练 的排队已结束')
  })

  it('waits on while the price is above the limit, and says so', async () => {
    const rich = await rental.addPerson()
    const first = (await line.joinCreate(rich, {}, '2.00')).data
    const second = (await line.joinCreate(next, {}, '2.28')).data
    await line.giveBack(owner, taken)
    await serve()
    expect(await line.look(rich, first.id)).toMatchObject({ state: 'waiting', held: true, max_price_hour: '2.00' })
    expect(await stateOf(next, second.id)).toBe('done')
    await addProductPrice(rental, toProductId('RTX 4090'), { id: 'price-2', version: 2, hour_micro: 1_990_000n })
    await rental.releaseAll(next)
    await rental.tick(5_000)
    const served = await line.look(rich, first.id)
    expect(served.state).toBe('done')
    expect((await rental.show(rich, served.instance_id!)).price_hour).toBe('1.99')
  })

  it('is told at once when what was wished for is no longer on offer', async () => {
    const first = (await line.joinCreate(next)).data
    await rental.deps.database.kysely.updateTable('images').set({ on_offer: false }).execute()
    await line.giveBack(owner, taken)
    await serve()
    expect(await line.look(next, first.id)).toMatchObject({ state: 'failed', reason: '所选的产品、镜像或密钥已不可用' })
  })

  it('because the account was frozen keeps nothing from others', async () => {
    const first = (await line.joinCreate(next)).data
    const { kysely } = rental.deps.database
    await kysely.updateTable('users').set({ frozen_at: rental.clock.now() }).where('id', '=', next.id).execute()
    await line.giveBack(owner, taken)
    await serve()
    const row = await kysely.selectFrom('queue_entries').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'waiting', held_reason: 'account_frozen' })
    expect(await rental.freeCards('RTX 4090')).toBe(1)
  })
})
