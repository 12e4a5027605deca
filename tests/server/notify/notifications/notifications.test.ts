import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { inTransaction } from '#server/tx.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

/** Somebody with so many notifications, one second apart unless told otherwise; their ids, newest first. */
async function told(count: number, apartMs = 1_000): Promise<{ person: Person; ids: string[] }> {
  const person = await rental.addPerson()
  for (let n = 0; n < count; n += 1) {
    const text = { user_id: person.id, class: n % 2 ? 'system' : 'arrears', title: `第 ${n} 条`, content: '内容' } as const
    await inTransaction(rental.deps, (tx) => notifyUser(tx, text))
    await rental.clock.advance(apartMs)
  }
  const { data } = await person.call(notifications.list, { query: { page_size: 100 } })
  return { person, ids: data.map(({ id }) => id) }
}
const unread = async (person: Person) => (await person.call(notifications.unreaded_count)).data.count

describe('product §8 Notifications', () => {
  it('are listed newest first, by class and by whether they were read', async () => {
    const { person, ids } = await told(5)
    const { data, total } = await person.call(notifications.list, { query: { page_size: 2, page: 2 } })
    expect([data.map(({ title }) => title), total]).toEqual([['第 2 条', '第 1 条'], 5])
    await person.call(notifications.read, { body: { ids: [ids[0]!] } })
    expect((await person.call(notifications.list, { query: { read: 'true' } })).data.map(({ id }) => id)).toEqual([ids[0]])
    expect((await person.call(notifications.list, { query: { read: 'false' } })).total).toBe(4)
    expect((await person.call(notifications.list, { query: { class: 'system' } })).total).toBe(2)
  })

  it('of one moment are listed in the order in which they were told', async () => {
    const { person } = await told(10, 0)
    const { data } = await person.call(notifications.list)
    expect(data.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, n) => `第 ${9 - n} 条`))
  })

  it('are counted until they are read, each once', async () => {
    const { person, ids } = await told(4)
    expect(await unread(person)).toBe(4)
    expect((await person.call(notifications.read, { body: { ids: ids.slice(0, 2) } })).data.count).toBe(2)
    expect((await person.call(notifications.read, { body: { ids: ids.slice(0, 3) } })).data.count).toBe(1)
    expect(await unread(person)).toBe(1)
    expect((await person.call(notifications.read, { body: { all: true } })).data.count).toBe(1)
    expect(await unread(person)).toBe(0)
  })

  it('deleted are gone from the list, the count and the address', async () => {
    const { person, ids } = await told(3)
    expect((await person.call(notifications.remove, { body: { ids: [ids[1]!] } })).data.count).toBe(1)
    expect((await person.call(notifications.remove, { body: { ids: [ids[1]!] } })).data.count).toBe(0)
    expect(await unread(person)).toBe(2)
    expect((await person.call(notifications.get, { params: { id: ids[1]! } })).code).toBe(resultCodes.not_found.code)
    expect((await person.call(notifications.list)).data.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect((await person.call(notifications.remove, { body: { all: true } })).data.count).toBe(2)
  })

  it("of others stay as they are, whoever's ids are sent", async () => {
    const { person, ids } = await told(2)
    const other = await rental.addPerson()
    expect((await other.call(notifications.read, { body: { ids } })).data.count).toBe(0)
    expect((await other.call(notifications.remove, { body: { ids } })).data.count).toBe(0)
    await other.call(notifications.remove, { body: { all: true } })
    expect(await unread(person)).toBe(2)
  })
})
