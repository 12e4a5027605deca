import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createQueueHelper } from './people-in-line.ts'

let rental: RentalPlatform
let line: ReturnType<typeof createQueueHelper>
let owner: Person
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2), buildSimulatedHost('host-2', 'L40S', 1)],
  })
  line = createQueueHelper(rental)
  owner = await rental.addPerson({ balance: '5000.00' })
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

describe('product §4 Joining the queue', () => {
  it('says before who is there already, and nothing it does not know of how long', async () => {
    await line.sellOut(owner, 'RTX 4090')
    const [first, second] = (await rental.addPeople(2)) as [Person, Person]
    const query = { product_id: toProductId('RTX 4090'), gpu_num: 1 }
    expect((await first.call(queue.outlook, { query })).data).toEqual({ ahead: 0, gpus_ahead: 0, expected_wait: null })
    const entry = (await line.joinCreate(first, { gpu_num: 2 })).data
    expect((await second.call(queue.outlook, { query })).data).toEqual({ ahead: 1, gpus_ahead: 2, expected_wait: null })
    expect((await second.call(products.get, { params: { id: query.product_id } })).data.waiting).toBe(1)
    await line.cancel(first, entry.id)
    expect((await second.call(products.get, { params: { id: query.product_id } })).data.waiting).toBe(0)
  })

  it('gives places in order, and whoever is behind moves up', async () => {
    const people = (await rental.addPeople(3)) as [Person, Person, Person]
    const entries = []
    for (const person of people) entries.push((await line.joinCreate(person)).data)
    expect(entries.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(await line.look(people[0], entries[0]!.id)).toMatchObject({ position: 1, queue_length: 3 })
    expect((await line.cancel(people[1], entries[1]!.id)).data).toMatchObject({ position: null, queue_length: null })
    expect(await line.look(people[2], entries[2]!.id)).toMatchObject({ position: 2, queue_length: 2 })
    for (const [n, person] of people.entries()) await line.cancel(person, entries[n]!.id)
  })

  it('keeps one person to five new instances, however fast they ask', async () => {
    const person = await rental.addPerson()
    const replies = await Promise.all(Array.from({ length: 8 }, () => line.joinCreate(person)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(replies.find(({ status }) => status !== 200)!.code).toBe(resultCodes.queue_limit.code)
    for (const reply of replies) if (reply.status === 200) await line.cancel(person, reply.data.id)
    expect((await person.call(queue.list, { query: { state: 'waiting' } })).total).toBe(0)
  })

  it('is once for an instance, and only while it could boot', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    const id = await rental.rent(person, { model: 'L40S' })
    expect((await line.joinBoot(person, id)).code).toBe(resultCodes.action_not_allowed.code)
    await line.giveBack(person, [id])
    await line.sellOut(owner, 'L40S')
    const replies = await Promise.all([line.joinBoot(person, id), line.joinBoot(person, id)])
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', resultCodes.already_queued.code])
    expect((await person.call(queue.boot_outlook, { params: { id } })).data.ahead).toBe(1)
  })

  it('is refused where a package has its cards kept', async () => {
    const own = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 1)] })
    const person = await own.addPerson({ balance: '1000.00' })
    const id = await own.rent(person, { charge_rule: 'day' })
    await createQueueHelper(own).giveBack(person, [id])
    expect((await createQueueHelper(own).joinBoot(person, id)).message).toBe('GPU 已为这台实例保留，直接开机即可')
    await own.close()
  })

  it('needs a real name and a wish that can be granted, and says at which field it cannot', async () => {
    const nobody = await rental.addPerson({ real_name: false })
    expect((await line.joinCreate(nobody)).code).toBe(resultCodes.real_name_required.code)
    const person = await rental.addPerson()
    const reply = await person.call(queue.create, { body: { form: rental.formOf({ image_id: 'none' }) } })
    expect([reply.status, reply.code]).toEqual([404, resultCodes.not_found.code])
    const typed = await person.call(queue.create, { body: { form: rental.formOf(), max_price_hour: '0' } })
    expect([typed.status, typed.code]).toEqual([400, resultCodes.invalid.code])
    const mounted = await line.joinCreate(person, { data_set_version_ids: ['dsv-none'] })
    expect([mounted.status, mounted.code]).toEqual([409, resultCodes.data_set_not_mountable.code])
  })

  it('answers a repeated request with the same place', async () => {
    const person = await rental.addPerson()
    const headers = { 'idempotency-key': 'once' }
    const body = { form: rental.formOf() }
    const [one, two] = [
      await person.call(queue.create, { body }, { headers }),
      await person.call(queue.create, { body }, { headers }),
    ]
    expect(two.raw).toBe(one.raw)
    expect((await person.call(queue.list)).total).toBe(1)
    await line.cancel(person, one.data.id)
  })
})
