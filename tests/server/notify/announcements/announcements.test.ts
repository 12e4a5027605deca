import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { type AnnouncementAudience, operatorAnnouncements } from '#contract/operator/announcements.ts'
import { publishAnnouncements } from '#server/domains/notify/announcements/publish.service.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  admin = await rental.addPerson({ role: 'operator_admin', real_name: false })
})
afterAll(() => rental.close())

const publish = () => publishAnnouncements(rental.deps)
const create = async (title: string, audience: AnnouncementAudience = 'all', publishAt: string | null = null) =>
  (await admin.call(operatorAnnouncements.create, { body: { title, content: '**正文**', audience, publish_at: publishAt } })).data
const show = async (id: string) => (await admin.call(operatorAnnouncements.get, { params: { id } })).data
const told = async (person: Person, title: string) =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data.filter((note) => note.title === title)

describe('product §10 An announcement', () => {
  it('waits for its time, is told once, and counts who has read it', async () => {
    const person = await rental.addPerson()
    const at = new Date(rental.clock.now().getTime() + 3_600_000)
    const { id } = await create('维护', 'all', at.toISOString())
    await publish()
    expect(await told(person, '维护')).toEqual([])
    await rental.clock.advance(3_600_001)
    const late = await rental.addPerson()
    await Promise.all([publish(), publish()])
    await publish()
    const [note] = await told(person, '维护')
    expect(note).toMatchObject({ class: 'system', content: '**正文**', markdown: true, read: false })
    expect(await told(person, '维护')).toHaveLength(1)
    expect(await told(late, '维护')).toEqual([])
    await person.call(notifications.read, { body: { ids: [note!.id] } })
    expect(await show(id)).toMatchObject({ state: 'published', reach: 2, read: 1 })
  })

  it('reaches its audience and nobody else', async () => {
    const [plain, verified, creator, running] = [
      await rental.addPerson({ real_name: false }),
      await rental.addPerson(),
      await rental.addPerson({ real_name: false }),
      await rental.addPerson(),
    ]
    await rental.deps.database.kysely.updateTable('users').set({ is_creator: true }).where('id', '=', creator.id).execute()
    await rental.rent(running)
    for (const audience of ['verified', 'creators', 'running'] as const) await create(audience, audience)
    await publish()
    const heard = async (person: Person) =>
      Promise.all((['verified', 'creators', 'running'] as const).map(async (title) => (await told(person, title)).length))
    expect(await Promise.all([plain, verified, creator, running].map(heard))).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 1],
    ])
  })

  it('is not told to accounts that were closed', async () => {
    const [person, closed] = [await rental.addPerson(), await rental.addPerson()]
    const { kysely } = rental.deps.database
    const close = (closedAt: Date | null) =>
      kysely.updateTable('users').set({ closed_at: closedAt }).where('id', '=', closed.id).execute()
    await close(rental.clock.now())
    await create('搬家')
    await publish()
    await close(null)
    const rows = await kysely.selectFrom('notifications').select('user_id').where('title', '=', '搬家').execute()
    const toldTo = rows.map(({ user_id: userId }) => userId)
    expect([toldTo.includes(person.id), toldTo.includes(closed.id)]).toEqual([true, false])
  })

  it('goes on where a killed worker left it: everybody is told, and nobody twice', async () => {
    await rental.addPeople(1_300, { real_name: false, balance: '0.00' })
    const { id } = await create('断电')
    const { database } = rental.deps
    let chunks = 0
    const dying = Object.create(database) as typeof database
    dying.transaction = (work) =>
      database.transaction(async (trx, afterCommit) => {
        const result = await work(trx, afterCommit)
        chunks += 1
        if (chunks === 2) throw new Error('killed')
        return result
      })
    await publishAnnouncements({ ...rental.deps, database: dying })
    expect(await show(id)).toMatchObject({ state: 'publishing', reach: 500 })
    await publish()
    const { users, notes, people } = await database.kysely
      .selectFrom('notifications')
      .where('announcement_id', '=', id)
      .select((eb) => [
        eb.fn.countAll<bigint>().as('notes'),
        eb.fn.count<bigint>('user_id').distinct().as('people'),
        eb.selectFrom('users').select(eb.fn.countAll<bigint>().as('n')).as('users'),
      ])
      .executeTakeFirstOrThrow()
    expect([notes, people]).toEqual([users, users])
    expect(await show(id)).toMatchObject({ state: 'published', reach: Number(users) })
  })

  it('can be changed and cancelled until it is told, and not afterwards', async () => {
    const later = new Date(rental.clock.now().getTime() + 3_600_000).toISOString()
    const { id } = await create('草稿', 'all', later)
    const body = { title: '改过', content: '新正文', audience: 'verified' as const, publish_at: later }
    expect((await admin.call(operatorAnnouncements.update, { params: { id }, body })).data).toMatchObject({ title: '改过' })
    expect((await admin.call(operatorAnnouncements.cancel, { params: { id } })).data.state).toBe('cancelled')
    const again = await admin.call(operatorAnnouncements.update, { params: { id }, body })
    expect(again.code).toBe(resultCodes.announcement_closed.code)
    await rental.clock.advance(3_600_001)
    await publish()
    expect((await show(id)).reach).toBe(0)
  })
})
