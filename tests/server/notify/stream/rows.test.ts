import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { instances } from '#contract/instances.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { inTransaction } from '#server/tx.ts'
import { advanceUntil, StreamReader } from '#tests/support/event-stream.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
let other: Person
let id: string
const readers: StreamReader[] = []
beforeAll(async () => {
  rental = await createRentalPlatform()
  await rental.app.listen({ port: 0, host: '127.0.0.1' })
  person = await rental.addPerson()
  other = await rental.addPerson()
  id = await rental.rent(person)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.cut()
})
afterAll(() => rental.close())

async function listen(who: Person, lastEventId?: string): Promise<StreamReader> {
  const reader = new StreamReader(rental.app, lastEventId)
  readers.push(reader)
  reader.open(await who.token())
  await advanceUntil(rental.clock, () => reader.status !== undefined)
  await heard(reader) // what it reads of the past it has read
  return reader
}

interface Told {
  user_id: string | null
  id: string | null
}

const tell = (...changes: readonly Told[]) =>
  inTransaction(rental.deps, async (tx) => {
    for (const change of changes) await publishChange(tx, { ...change, resource: 'instances' })
  })

/** What a reader has heard when all of this has been told. */
async function heard(reader: StreamReader, ...changes: readonly Told[]) {
  const before = reader.events.length
  await tell(...changes, { user_id: null, id: 'end' })
  await advanceUntil(rental.clock, () => reader.events.slice(before).some(({ data }) => data.id === 'end'))
  return reader.events.slice(before).filter(({ data }) => data.id !== 'end')
}

describe('product §8 A change brings its row', () => {
  it('as the list shows it', async () => {
    const reader = await listen(person)
    const events = await heard(reader, { user_id: person.id, id })
    const { data } = await person.call(instances.list)
    expect(events.at(-1)?.data).toEqual({ type: 'change', resource: 'instances', id, row: data[0] })
  })

  it('as it is when it is told, once, however often it changed', async () => {
    const reader = await listen(person)
    const before = reader.events.length
    await person.call(instances.update, { params: { id }, body: { nick_name: '新名字' } })
    const changes = Array.from({ length: 20 }, () => ({ user_id: person.id, id }))
    await heard(reader, ...changes)
    const rows = reader.events.slice(before).filter(({ data }) => data.id === id)
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(rows.at(-1)?.data.row).toMatchObject({ id, nick_name: '新名字' })
  })

  it('of many rows at once, each its own', async () => {
    const reader = await listen(person)
    const second = await rental.rent(person)
    const events = await heard(reader, { user_id: person.id, id }, { user_id: person.id, id: second })
    const told = events.filter(({ data }) => data.resource === 'instances')
    for (const one of [id, second]) expect(told.findLast(({ data }) => data.id === one)?.data.row).toMatchObject({ id: one })
  })

  it("never another user's, even when his change names it", async () => {
    const reader = await listen(other)
    const events = await heard(reader, { user_id: other.id, id }, { user_id: null, id })
    expect(events.map(({ data }) => data)).toEqual([
      { type: 'change', resource: 'instances', id },
      { type: 'change', resource: 'instances', id },
    ])
  })

  it('without one where there is none', async () => {
    const reader = await listen(person)
    const events = await heard(reader, { user_id: person.id, id: 'gpu-none' }, { user_id: person.id, id: null })
    expect(events.map(({ data }) => data)).toEqual([
      { type: 'change', resource: 'instances', id: 'gpu-none' },
      { type: 'change', resource: 'instances', id: null },
    ])
  })

  it('but not what is read again after a break: the console fetches that', async () => {
    const reader = await listen(person)
    await heard(reader, { user_id: person.id, id })
    reader.cut()
    const before = reader.events.length
    await tell({ user_id: person.id, id }, { user_id: null, id: 'end' })
    reader.open(await person.token())
    await advanceUntil(rental.clock, () => reader.events.slice(before).some(({ data }) => data.id === 'end'))
    expect(reader.events.slice(before).map(({ data }) => data)).toContainEqual({ type: 'change', resource: 'instances', id })
  })
})
