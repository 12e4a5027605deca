import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { inTransaction } from '#server/tx.ts'
import { advanceUntil, StreamReader } from '#tests/support/event-stream.ts'
import type { Person } from '#tests/support/people.ts'
import { createSeededRandom, pickRunSeed } from '#tests/support/random.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
  await rental.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rental.close())

const users = 25
const streamsEach = 4
const messages = 500
const atOnce = 10

const tell = (userId: string | null, id: string) =>
  inTransaction(rental.deps, (tx) => publishChange(tx, { user_id: userId, resource: 'instances', id }))

/** Positions of all that a person may see, in order. */
async function expectedOf(person: Person): Promise<string[]> {
  const rows = await rental.deps.database.kysely
    .selectFrom('stream_events')
    .select('position')
    .where((eb) => eb.or([eb('user_id', '=', person.id), eb('user_id', 'is', null)]))
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => String(position))
}

describe('R10 A hundred streams with random cuts', () => {
  it('lose nothing, repeat nothing and keep the order', async () => {
    const pick = createSeededRandom(pickRunSeed('CUTS'))
    const people = await rental.addPeople(users)
    const streams = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: streamsEach }, async () => ({
          reader: new StreamReader(rental.app, '0'),
          token: await person.token(),
          person,
        })),
      ),
    )
    const reconnect = () => {
      for (const { reader, token } of streams) if (reader.ended) reader.open(token)
    }
    for (let sent = 0; sent < messages; sent += atOnce) {
      if (pick(2)) reconnect()
      const whom = () => (pick(5) ? people[pick(users)]!.id : null)
      await Promise.all(Array.from({ length: atOnce }, (_, n) => tell(whom(), `${sent + n}`)))
      for (let cut = 0; cut < atOnce; cut += 1) streams[pick(streams.length)]!.reader.cut()
      await rental.clock.advance(pick(40))
    }
    await tell(null, 'end')
    await advanceUntil(rental.clock, () => {
      reconnect()
      return streams.every(({ reader }) => reader.events.at(-1)?.data.id === 'end')
    })
    for (const { person, reader } of streams) {
      expect(reader.events.map(({ id }) => id)).toEqual(await expectedOf(person))
      reader.cut()
    }
  })
})
