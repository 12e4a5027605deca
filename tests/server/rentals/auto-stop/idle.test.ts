import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { recordInstanceActivity } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { evaluateIdleWindow, type UsePoint } from '#server/domains/rentals/auto-stop/idle.policy.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

/** How busy the cards are in a minute; null where nobody looked. */
let useAt: (at: Date) => number | null
let rental: RentalPlatform
let person: Person
const minute = 60_000
const minutesBetween = (from: Date, to: Date): Date[] => {
  const first = Math.ceil(from.getTime() / minute)
  const count = Math.max(0, Math.floor(to.getTime() / minute) - first)
  return Array.from({ length: count }, (_, i) => new Date((first + i) * minute))
}

beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 4)],
    gpu_use: async (_, __, from, to) =>
      minutesBetween(from, to).flatMap((at) => {
        const usePercent = useAt(at)
        return usePercent === null ? [] : [{ at, use_percent: usePercent }]
      }),
  })
  person = await rental.addPerson({ balance: '9000.00' })
})
afterAll(() => rental.close())
beforeEach(async () => {
  useAt = () => 0
  await rental.tick(3 * minute)
})

const guard = (id: string, minutes = 30, percent = 5) =>
  person.call(instanceGuards.update, { params: { id }, body: { idle: { percent, minutes } } })
const show = (id: string) => rental.show(person, id)
const runs = async (id: string) => (await show(id)).status === instanceStatusCodes.running
const warnings = async () =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data.filter(({ title }) =>
    /约 \d+ 分钟后关机/.test(title),
  )

async function idleInstance(minutes?: number): Promise<string> {
  const id = await rental.rent(person)
  expect((await guard(id, minutes)).status).toBe(200)
  return id
}

describe('product §4 Stop when GPU use stays low', () => {
  it('stops after the whole window, for that reason, and tells ten minutes before', async () => {
    const id = await idleInstance()
    await rental.tick(19 * minute)
    expect(await warnings()).toHaveLength(0)
    await rental.tick(2 * minute)
    expect(await warnings()).toHaveLength(1)
    await rental.tick(8 * minute)
    expect(await runs(id)).toBe(true)
    await rental.tick(2 * minute)
    expect((await show(id)).reason).toBe('idle')
    const { data } = await person.call(instances.events, { params: { id } })
    expect(data.find(({ title }) => title === '关机')!.detail).toBe('闲置关机，GPU 使用率连续 30 分钟低于 5%')
    await rental.releaseAll(person)
  })

  it('does not stop when one sample of the window is at the threshold', async () => {
    const id = await idleInstance()
    const busy = Math.floor(rental.clock.now().getTime() / minute) * minute + 25 * minute
    useAt = (at) => (at.getTime() === busy ? 5 : 4.99)
    await rental.tick(54 * minute)
    expect(await runs(id)).toBe(true)
    await rental.tick(4 * minute)
    expect((await show(id)).reason).toBe('idle')
    await rental.releaseAll(person)
  })

  it('never stops on missing samples', async () => {
    const id = await idleInstance()
    useAt = () => null
    await rental.tick(180 * minute)
    expect(await runs(id)).toBe(true)
    await rental.releaseAll(person)
  })

  it('needs four fifths of the samples', async () => {
    const id = await idleInstance()
    useAt = (at) => ((at.getTime() / minute) % 4 === 0 ? null : 0)
    await rental.tick(120 * minute)
    expect(await runs(id)).toBe(true)
    useAt = (at) => ((at.getTime() / minute) % 10 === 0 ? null : 0)
    await rental.tick(5 * minute)
    expect((await show(id)).reason).toBe('idle')
    await rental.releaseAll(person)
  })

  const activeAt = async (id: string) => {
    const row = rental.deps.database.kysely.selectFrom('instance_guards').select('active_at').where('instance_id', '=', id)
    return (await row.executeTakeFirstOrThrow()).active_at
  }

  it('counts the use of its terminal as use', async () => {
    const id = await idleInstance()
    for (let turn = 0; turn < 4; turn += 1) {
      await rental.tick(25 * minute)
      recordInstanceActivity(rental.deps, id)
      recordInstanceActivity(rental.deps, id)
      await vi.waitFor(async () => expect(await activeAt(id)).toEqual(rental.clock.now()), { timeout: 60_000 }) // nobody waits for it
    }
    expect(await runs(id)).toBe(true)
    await rental.tick(29 * minute)
    expect(await runs(id)).toBe(true)
    await rental.tick(3 * minute)
    expect((await show(id)).reason).toBe('idle')
    await rental.releaseAll(person)
  })

  it('begins its window anew when no worker was there', async () => {
    const id = await idleInstance()
    await rental.tick(25 * minute)
    await rental.clock.advance(3 * minute)
    await rental.tick(28 * minute)
    expect(await runs(id)).toBe(true)
    await rental.tick(4 * minute)
    expect((await show(id)).reason).toBe('idle')
    await rental.releaseAll(person)
  })

  it('begins its window anew when the clock jumps', async () => {
    for (const days of [40, -40]) {
      const id = await idleInstance()
      await rental.tick(25 * minute)
      rental.clock.jump(days * 86_400_000)
      await rental.tick(28 * minute)
      expect(await runs(id)).toBe(true)
      rental.clock.jump(-days * 86_400_000)
      await rental.tick(28 * minute)
      expect(await runs(id)).toBe(true)
      await rental.tick(5 * minute)
      expect((await show(id)).reason).toBe('idle')
      await rental.releaseAll(person)
    }
  })

  it('is put off in one call, and the owner hears of the next window again', async () => {
    const id = await idleInstance()
    const before = (await warnings()).length
    await rental.tick(25 * minute)
    await person.call(instanceGuards.extend, { params: { id }, body: { rule: 'idle' } })
    await rental.tick(28 * minute)
    expect(await runs(id)).toBe(true)
    expect(await warnings()).toHaveLength(before + 2)
    await rental.tick(4 * minute)
    expect((await show(id)).reason).toBe('idle')
    await rental.releaseAll(person)
  })

  it('of ten minutes is told of when half of them are over', async () => {
    const id = await idleInstance(10)
    const before = (await warnings()).length
    await rental.tick(7 * minute)
    expect((await warnings()).length).toBe(before + 1)
    expect((await warnings()).map(({ title }) => title)).toContain('实例 训练 约 5 分钟后关机')
    await rental.tick(5 * minute)
    expect((await show(id)).reason).toBe('idle')
    await rental.releaseAll(person)
  })

  it('never stops a run without cards', async () => {
    const id = await rental.rent(person)
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await person.call(instances.start_without_gpu, { params: { id } })
    await rental.reach(id, instanceStatusCodes.running)
    await guard(id, 10)
    await rental.tick(40 * minute)
    expect(await runs(id)).toBe(true)
    expect((await person.call(instanceGuards.get, { params: { id } })).data.idle_since).toBeNull()
    await rental.releaseAll(person)
  })

  it.each([
    [{ percent: 0, minutes: 30 }, 'idle.percent', '使用率须为 1–50 的整数'],
    [{ percent: 51, minutes: 30 }, 'idle.percent', '使用率须为 1–50 的整数'],
    [{ percent: 5, minutes: 9 }, 'idle.minutes', '时长须为 10–720 分钟的整数'],
    [{ percent: 5, minutes: 721 }, 'idle.minutes', '时长须为 10–720 分钟的整数'],
    [{ percent: 5, minutes: 30.5 }, 'idle.minutes', '时长须为 10–720 分钟的整数'],
  ])('of %j is refused at the field', async (idle, field, message) => {
    const id = await rental.rent(person)
    expect((await person.call(instanceGuards.update, { params: { id }, body: { idle } })).errors).toEqual({ [field]: [message] })
    await rental.releaseAll(person)
  })
})

describe('product §4 A window of samples', () => {
  const at = (n: number) => new Date(n * minute)
  const points = (...uses: (number | null)[]): UsePoint[] =>
    uses.flatMap((usePercent, n) => (usePercent === null ? [] : [{ at: at(n), use_percent: usePercent }]))
  const rule = { percent: 5, minutes: 10 }
  it.each([
    ['all are there and low', points(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), { enough: true }],
    ['eight of ten are there', points(0, 0, null, 0, 0, 0, 0, 0, 0, null), { enough: true }],
    ['seven of ten are there', points(0, 0, null, null, 0, 0, 0, 0, 0, null), { enough: false }],
    ['none is there', [], { enough: false }],
    ['one is at the threshold', points(0, 5, 0, 0, 0, 0, 0, 0, 0, 0), { enough: true, used_until: at(2) }],
  ])('in which %s', (_, given, found) => expect(evaluateIdleWindow(rule, given, at(0), at(10))).toEqual(found))
  it('of no length says nothing', () => expect(evaluateIdleWindow(rule, [], at(0), at(0)).enough).toBe(false))
})
