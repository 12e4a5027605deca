import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { deleteOldRows } from '#server/jobs/housekeeping.ts'
import { inTransaction } from '#server/tx.ts'
import { advanceUntil, StreamReader } from '#tests/support/event-stream.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
const readers: StreamReader[] = []
beforeAll(async () => {
  rental = await createRentalPlatform()
  await rental.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.cut()
})
afterAll(() => rental.close())

const day = 86_400_000
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
const until = (so: () => boolean, stepMs?: number) => advanceUntil(rental.clock, so, stepMs)

/** A stream that is open and has had time to catch up. */
async function listen(person: Person, lastEventId?: string): Promise<StreamReader> {
  const reader = new StreamReader(rental.app, lastEventId)
  readers.push(reader)
  reader.open(await person.token())
  await until(() => reader.status !== undefined)
  return reader
}

const change = (userId: string | null, id: string) =>
  inTransaction(rental.deps, (tx) => publishChange(tx, { user_id: userId, resource: 'instances', id }))
const idsOf = (reader: StreamReader) => reader.events.map(({ data }) => data.id)
/** Something everybody is told, to know that what came before it has arrived as well. */
const marker = (reader: StreamReader, id: string) => until(() => idsOf(reader).includes(id))

describe('§4 Notification stream', () => {
  it('streams what has been stored, and nothing of a change that was taken back', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    const text = { user_id: person.id, class: 'system', title: '标题', content: '内容' } as const
    await inTransaction(rental.deps, async (tx) => {
      await notifyUser(tx, { ...text, title: '没有发生' })
      throw new Error('taken back')
    }).catch(() => undefined)
    await inTransaction(rental.deps, (tx) => notifyUser(tx, text))
    await until(() => reader.events.length > 0)
    const { data } = await person.call(notifications.list)
    expect(reader.events).toEqual([{ id: expect.stringMatching(/^\d+$/), data: { type: 'notification', notification: data[0] } }])
    expect(data[0]).toMatchObject({ title: '标题', read: false })
    expect((await person.call(notifications.unreaded_count)).data.count).toBe(1)
  })

  it('carries what happens to an instance, from order to release', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    const id = await rental.rent(person)
    const statusOf = (row: unknown) => (row as { status: number } | undefined)?.status
    await until(() => reader.events.some(({ data }) => statusOf(data.row) === instanceStatusCodes.running))
    await rental.releaseAll(person)
    await change(null, 'end')
    await marker(reader, 'end')
    const resources = reader.events.filter(({ data }) => data.id !== 'end').map(({ data }) => data.resource)
    expect(new Set(resources)).toEqual(new Set(['instances', 'products', 'orders', 'wallet']))
    expect(reader.events.findLast(({ data }) => data.id === id)?.data.row).toBeUndefined() // it is gone
  })

  it("never carries another user's events", async () => {
    const [person, other] = await rental.addPeople(2)
    const [reader, others] = [await listen(person!), await listen(other!)]
    await rental.rent(other!)
    await change(person!.id, 'mine')
    await change(null, 'everybody')
    await marker(reader, 'everybody')
    await marker(others, 'everybody')
    expect(idsOf(reader).filter((id) => id !== 'product-rtx-4090')).toEqual(['mine', 'everybody'])
    expect(idsOf(others)).not.toContain('mine')
    // Nor when it is asked for by position.
    const again = await listen(person!, '0')
    await marker(again, 'everybody')
    const { kysely } = rental.deps.database
    const allowed = await kysely
      .selectFrom('stream_events')
      .select('position')
      .where((eb) => eb.or([eb('user_id', '=', person!.id), eb('user_id', 'is', null)]))
      .orderBy('position')
      .execute()
    expect(again.events.map(({ id }) => id)).toEqual(allowed.map(({ position }) => String(position)))
    await rental.releaseAll(other!)
  })

  it('says that it lives every 25 seconds, without a position', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    const from = rental.clock.now().getTime()
    await until(() => reader.keepalives >= 3, 1_000)
    expect(rental.clock.now().getTime() - from).toBeGreaterThanOrEqual(50_000)
    expect(reader.events).toEqual([])
    expect(reader.last_event_id).toBeUndefined()
  })

  it('delivers what a process committed that died before it could say so', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await rental.deps.database.kysely
      .insertInto('stream_events')
      .values({
        user_id: person.id,
        message: JSON.stringify({ type: 'change', resource: 'wallet', id: 'left' }),
        created_at: rental.clock.now(),
      })
      .execute()
    await until(() => reader.events.length > 0, 1_000)
    expect(idsOf(reader)).toEqual(['left'])
  })
})

describe('§4 Who may listen', () => {
  it.each(['no token', 'nonsense', 'expired', 'revoked'])('answers 401 to %s', async (what) => {
    const person = await rental.addPerson()
    const token = await person.token()
    if (what === 'expired') await rental.clock.advance(901_000)
    if (what === 'revoked') {
      await person.call(auth.logout)
      await rental.clock.advance(6_000)
    }
    const reader = new StreamReader(rental.app)
    readers.push(reader)
    reader.open(
      { 'no token': undefined, nonsense: 'nonsense' }[what] ?? (what === 'nonsense' || what === 'no token' ? undefined : token),
    )
    await until(() => reader.ended)
    expect(reader.status).toBe(401)
    expect(JSON.parse(reader.body)).toMatchObject({ code: resultCodes.signed_out.code, success: false })
  })

  it('ends when the token does', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await rental.clock.advance(840_000)
    await change(person.id, 'in time')
    await marker(reader, 'in time')
    expect(reader.ended).toBe(false)
    await until(() => reader.ended, 1_000)
  })

  it('ends soon after its session has', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    const bystander = await listen(await rental.addPerson())
    await person.call(auth.logout)
    await until(() => reader.ended, 1_000)
    expect(bystander.ended).toBe(false)
  })

  it('ends soon after its account was frozen', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await rental.deps.database.kysely
      .updateTable('users')
      .set({ frozen_at: rental.clock.now() })
      .where('id', '=', person.id)
      .execute()
    await until(() => reader.ended, 1_000)
  })

  it('is five streams of one user at most; a new one takes the place of an old one', async () => {
    const person = await rental.addPerson()
    const own: StreamReader[] = []
    for (let n = 0; n < 8; n += 1) own.push(await listen(person))
    await until(() => own.filter((reader) => reader.ended).length >= 3)
    const left = own.filter((reader) => !reader.ended)
    expect(left).toHaveLength(5)
    await change(person.id, 'for the five')
    for (const reader of left) await marker(reader, 'for the five')
  })
})

describe('product §8 Resuming by Last-Event-ID', () => {
  it('brings what was missed, however much, once and in order', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await change(person.id, 'first')
    await marker(reader, 'first')
    reader.cut()
    const { kysely } = rental.deps.database
    const rows = Array.from({ length: 3_500 }, (_, n) => ({
      user_id: n % 3 ? person.id : null,
      message: JSON.stringify({ type: 'change', resource: 'instances', id: `missed-${n}`, row: 'x'.repeat(200) }),
      created_at: rental.clock.now(),
    }))
    for (let from = 0; from < rows.length; from += 500)
      await kysely
        .insertInto('stream_events')
        .values(rows.slice(from, from + 500))
        .execute()
    await change(person.id, 'last')
    reader.open(await person.token())
    await marker(reader, 'last')
    expect(idsOf(reader)).toEqual(['first', ...rows.map((_, n) => `missed-${n}`), 'last'])
  })

  it('begins with now for who has no position', async () => {
    const person = await rental.addPerson()
    await change(person.id, 'before')
    await until(() => true)
    const first = await listen(await rental.addPerson())
    await change(null, 'placed')
    await marker(first, 'placed')
    const reader = await listen(person)
    await change(person.id, 'after')
    await marker(reader, 'after')
    expect(idsOf(reader)).toEqual(['after'])
  })

  it('says reset when the position is older than what is kept, and goes on from now', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await change(person.id, 'old')
    await marker(reader, 'old')
    reader.cut()
    await change(person.id, 'forgotten')
    await change(null, 'forgotten too')
    rental.clock.jump(8 * day)
    const other = await listen(await rental.addPerson())
    await change(null, 'new')
    await marker(other, 'new')
    await trust()
    await deleteOldRows(rental.deps)
    reader.open(await person.token())
    await until(() => reader.events.some(({ data }) => data.type === 'reset'))
    await change(person.id, 'newer')
    await marker(reader, 'newer')
    expect(reader.events.slice(-2).map(({ data }) => data.id ?? data.type)).toEqual(['reset', 'newer'])
  })

  it('says reset though everything has been forgotten since', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await change(person.id, 'seen')
    await marker(reader, 'seen')
    reader.cut()
    const other = await listen(await rental.addPerson())
    await change(person.id, 'forgotten')
    await change(null, 'also')
    await marker(other, 'also')
    rental.clock.jump(30 * day)
    await trust()
    await deleteOldRows(rental.deps)
    reader.open(await person.token())
    await until(() => reader.events.length > 1)
    expect(reader.events.at(-1)!.data.type).toBe('reset')
  })

  it('says reset to a position that is not reached yet: it is of another database', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person, '999999999')
    await until(() => reader.events.length > 0)
    expect(reader.events[0]!.data.type).toBe('reset')
    await change(person.id, 'after')
    await marker(reader, 'after')
  })

  it.each(['nonsense', '-1', '1e3', '9'.repeat(30)])('takes the position %s for none', async (position) => {
    const person = await rental.addPerson()
    const reader = await listen(person, position)
    await change(person.id, 'now')
    await marker(reader, 'now')
    expect(idsOf(reader)).toEqual(['now'])
  })

  it('keeps what is young though the clock was wrong when older things were written', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await change(person.id, 'one')
    await marker(reader, 'one')
    reader.cut()
    rental.clock.jump(-40 * day)
    await change(person.id, 'two')
    rental.clock.jump(40 * day)
    await change(person.id, 'three')
    const other = await listen(await rental.addPerson())
    await change(null, 'four')
    await marker(other, 'four')
    await trust()
    await deleteOldRows(rental.deps)
    reader.open(await person.token())
    await marker(reader, 'four')
    expect(idsOf(reader)).toEqual(['one', 'two', 'three', 'four'])
  })

  /** Time passes regularly for long enough to be trusted. */
  const trust = () => rental.tick(20 * 60_000, 300_000)
})

describe('Events get their place in the order they were committed', () => {
  it('a transaction that began first and ended last is told last, and missed by nobody', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    const { database } = rental.deps
    const [written, finish] = [gate(), gate()]
    const slow = inTransaction(rental.deps, async (tx) => {
      await publishChange(tx, { user_id: person.id, resource: 'instances', id: 'slow' })
      written.open()
      await finish.opened
    })
    await written.opened
    const quick = change(person.id, 'quick')
    // The embedded engine has one session: there the second transaction waits for the first.
    if (database.kind === 'postgres') await marker(reader, 'quick')
    finish.open()
    await Promise.all([slow, quick])
    await marker(reader, 'slow')
    await marker(reader, 'quick')
    expect(idsOf(reader)).toEqual(database.kind === 'postgres' ? ['quick', 'slow'] : ['slow', 'quick'])
  })

  it('of two hundred written at once, every position is higher than all that were read before', async () => {
    const person = await rental.addPerson()
    const reader = await listen(person)
    await Promise.all(Array.from({ length: 200 }, (_, n) => change(n % 5 ? person.id : null, `n${n}`)))
    await until(() => reader.events.length >= 200)
    const positions = reader.events.map(({ id }) => Number(id))
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(new Set(idsOf(reader)).size).toBe(200)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from stream_events where position is null`.execute(
      rental.deps.database.kysely,
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})
