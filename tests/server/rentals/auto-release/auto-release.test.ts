import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import {
  computeReleaseCountdownStep,
  computeReleaseTime,
  computeUnusedSince,
} from '#server/domains/rentals/auto-release/auto-release.policy.ts'
import { listObjects } from '#tests/support/listed.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())

const minute = 60_000
const day = 86_400_000
const now = () => rental.clock.now().getTime()
/** Lets days pass with a worker that works only around their ends: enough for the clock to be trusted. */
async function until(at: number): Promise<void> {
  if (at - now() > 20 * minute) await rental.clock.advance(at - now() - 12 * minute)
  if (at > now()) await rental.tick(at - now(), 5 * minute)
}
const told = async (person: Person) =>
  (await person.call(notifications.list, { query: { class: 'release' } })).data.map(({ title }) => title).reverse()
const gone = async (person: Person, id: string) => (await person.call(instances.get, { params: { id } })).status === 404

async function shutDown(person: Person, id: string): Promise<number> {
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
  return Date.parse((await rental.show(person, id)).stopped_at!)
}
const days = [8, 12, 14]

describe('product §4 Kept for 15 days', () => {
  it('is told of on day 8, 12 and 14, each once, and released exactly after 15', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const since = await shutDown(person, id)
    expect((await rental.show(person, id)).release_at).toBe(new Date(since + 15 * day).toISOString())
    for (const [n, at] of days.entries()) {
      await until(since + at * day - 1000)
      expect(await told(person)).toHaveLength(n)
      await until(since + at * day)
      expect(await told(person)).toHaveLength(n + 1)
    }
    expect(await told(person)).toEqual(['实例 训练 将在 7 天后释放', '实例 训练 将在 3 天后释放', '实例 训练 将在 1 天后释放'])
    await until(since + 15 * day - 1000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    await until(since + 15 * day)
    await rental.tick(5000)
    expect(await gone(person, id)).toBe(true)
    expect((await told(person)).at(-1)).toBe('实例 训练 已释放')
    const events = await rental.deps.database.kysely
      .selectFrom('instance_events')
      .selectAll()
      .where('instance_id', '=', id)
      .where('title', '=', '释放')
      .execute()
    expect(events).toMatchObject([{ actor: 'system', detail: '停用满 15 天，由平台释放', at: new Date(since + 15 * day) }])
    expect((await listObjects(rental.deps.compute)).map(({ ref }) => ref.id)).not.toContain(id)
    expect(await told(person)).toHaveLength(4)
  })

  it('any boot restarts it', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const since = await shutDown(person, id)
    await until(since + 13 * day)
    expect(await told(person)).toHaveLength(1)
    await rental.act(person, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    expect((await rental.show(person, id)).release_at).toBeNull()
    const again = await shutDown(person, id)
    await until(since + 16 * day)
    expect(await gone(person, id)).toBe(false)
    await until(again + 8 * day)
    expect(await told(person)).toEqual(['实例 训练 将在 3 天后释放', '实例 训练 将在 7 天后释放'])
    await rental.releaseAll(person)
  })

  it('of a package counts from its expiry', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { charge_rule: 'day' })
    await shutDown(person, id)
    const expiry = Date.parse((await rental.show(person, id)).expire_at!)
    expect((await rental.show(person, id)).release_at).toBe(new Date(expiry + 15 * day).toISOString())
    for (const at of days) await until(expiry + at * day)
    expect(await told(person)).toHaveLength(3)
    await until(expiry + 15 * day - 1000)
    expect(await gone(person, id)).toBe(false)
    await until(expiry + 15 * day)
    await rental.tick(5000)
    expect(await gone(person, id)).toBe(true)
  })

  it('holds for what has become abnormal, too', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    await rental.tick(minute)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.abnormal)
    const releaseAt = Date.parse((await rental.show(person, id)).release_at!)
    for (const at of days) await until(releaseAt - (15 - at) * day)
    expect(await told(person)).toHaveLength(3)
    await until(releaseAt)
    await rental.tick(5000)
    expect(await gone(person, id)).toBe(true)
  })

  it('releases nobody sooner than a day after the last notice, however long the platform was down', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const since = await shutDown(person, id)
    await rental.clock.advance(20 * day)
    await rental.tick(15 * minute)
    expect(await told(person)).toEqual(['实例 训练 将在 1 天后释放'])
    expect(await gone(person, id)).toBe(false)
    const releaseAt = Date.parse((await rental.show(person, id)).release_at!)
    expect(releaseAt - since).toBeGreaterThan(21 * day)
    await until(releaseAt)
    await rental.tick(5000)
    expect(await gone(person, id)).toBe(true)
  })

  it('neither tells nor releases by a clock that jumps forty days and comes back', async () => {
    for (const jump of [40 * day, -40 * day]) {
      const person = await rental.addPerson()
      const id = await rental.rent(person)
      const since = await shutDown(person, id)
      rental.clock.jump(jump)
      await rental.tick(8 * minute)
      expect(await told(person)).toEqual([])
      rental.clock.jump(-jump)
      await rental.tick(20 * minute)
      expect(await told(person)).toEqual([])
      await until(since + 8 * day)
      rental.clock.jump(jump)
      await rental.tick(8 * minute)
      rental.clock.jump(-jump)
      await until(since + 9 * day)
      expect(await told(person)).toEqual(['实例 训练 将在 7 天后释放'])
      expect(await gone(person, id)).toBe(false)
      await rental.releaseAll(person)
    }
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})

describe('product §4 The countdown', () => {
  const at = (daysFromStart: number) => new Date(daysFromStart * day)
  const kept = { status: 7, charge_rule: 'hour', stopped_at: at(0), phase_since: at(0), expire_at: null }
  const untold = { release_since: null, release_day: 0, release_told_at: null }
  const toldOn = (releaseDay: number, toldAt = releaseDay) => ({
    release_since: at(0),
    release_day: releaseDay,
    release_told_at: at(toldAt),
  })

  it('stands still while an instance is in use', () => {
    for (const status of [0, 2, 5, 6, 12, 30, 31]) expect(computeUnusedSince({ ...kept, status })).toBeNull()
    expect(computeReleaseCountdownStep({ ...kept, status: 2 }, untold, at(100))).toEqual({})
  })
  it.each([
    [7.9, untold, { look_at: at(8) }],
    [8, untold, { tell: { day: 8, since: at(0) } }],
    [8.1, toldOn(8), { look_at: at(12) }],
    [13, untold, { tell: { day: 12, since: at(0) } }],
    [14.5, toldOn(8), { tell: { day: 14, since: at(0) } }],
    [14.9, toldOn(14), { look_at: at(15) }],
    [15, toldOn(14), { release: true }],
    [15, toldOn(14, 14.5), { look_at: at(15.5) }],
    [15.5, toldOn(14, 14.5), { release: true }],
    [20, { ...toldOn(14), release_since: at(-30) }, { tell: { day: 14, since: at(0) } }],
    [20, toldOn(14, 55), { look_at: at(56) }],
  ])('on day %d', (passed, toldBefore, step) => expect(computeReleaseCountdownStep(kept, toldBefore, at(passed))).toEqual(step))
  it('ends when it says', () => expect(computeReleaseTime(kept, toldOn(14, 14.5))).toEqual(at(15.5)))
})
