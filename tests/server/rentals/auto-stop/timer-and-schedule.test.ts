import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceGuards, type ScheduleEntry } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { computeNextHour, findLastMoment, findNextMoment } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  // A Thursday, 08:00 in Beijing.
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 4)], clock: new HeldClock() })
  person = await rental.addPerson({ balance: '90000.00' })
})
afterAll(() => rental.close())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = () => rental.clock.now().getTime()
const iso = (ms: number) => new Date(ms).toISOString()
const set = (id: string, body: object) => person.call(instanceGuards.update, { params: { id }, body })
const statusOf = async (id: string) => (await rental.show(person, id)).status
const titles = async (of = '') =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data
    .map(({ title }) => title)
    .filter((title) => title.includes(of))
const stopEvent = async (id: string) =>
  (await person.call(instances.events, { params: { id } })).data.find(({ title }) => title === '关机')

async function stopped(): Promise<string> {
  const id = await rental.rent(person)
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
  return id
}
/** Nobody at work for a while, then enough of work for the clock to be trusted again. */
async function outage(ms: number): Promise<void> {
  await rental.clock.advance(ms)
  await rental.tick(11 * minute)
}
/** The clock jumps away for some minutes and comes back; the instance runs on all the while. */
async function runThroughJump(id: string, jump: number): Promise<void> {
  rental.clock.jump(jump)
  await rental.tick(8 * minute)
  expect(await statusOf(id)).toBe(instanceStatusCodes.running)
  rental.clock.jump(-jump)
  await rental.tick(hour)
  expect(await statusOf(id)).toBe(instanceStatusCodes.running)
}
const every: ScheduleEntry['weekdays'] = [1, 2, 3, 4, 5, 6, 7]
/** `HH:MM` in Beijing, so many minutes from now. */
const clockTime = (inMinutes: number) => iso(now() + inMinutes * minute + 8 * hour).slice(11, 16)

describe('product §4 Stop at time T', () => {
  it('stops at that moment, once, for that reason, and tells ten minutes before', async () => {
    const id = await rental.rent(person)
    const at = now() + 30 * minute
    const { data } = await set(id, { stop_at: iso(at) })
    expect(data.next_stop).toEqual({ at: iso(at), rule: 'timer' })
    expect(await rental.show(person, id)).toMatchObject({ auto_stop_time: iso(at), auto_stop_rule: 'timer' })
    await rental.tick(20 * minute - 1000)
    expect(await titles('约 10 分钟后关机')).toHaveLength(0)
    await rental.tick(2000)
    expect(await titles('约 10 分钟后关机')).toHaveLength(1)
    await rental.tick(10 * minute - 2000)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    await rental.tick(1000)
    expect(await rental.show(person, id)).toMatchObject({ reason: 'scheduled', auto_stop_time: null })
    expect((await stopEvent(id))!.at).toBe(iso(at))
    expect((await stopEvent(id))!.detail).toContain('定时关机，设定的时间是 01-01')
    expect(await titles('约 10 分钟后关机')).toHaveLength(1)
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.act(person, id, 'start')
    await rental.tick(2 * hour)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    expect((await person.call(instanceGuards.get, { params: { id } })).data.stop_at).toBeNull()
    await rental.releaseAll(person)
  })

  it('is put off by an hour in one call, which is done once however often it is sent', async () => {
    const id = await rental.rent(person)
    const at = now() + 30 * minute
    await set(id, { stop_at: iso(at) })
    const later = () =>
      person.call(
        instanceGuards.extend,
        { params: { id }, body: { rule: 'timer' } },
        { headers: { 'idempotency-key': 'later-1' } },
      )
    expect((await later()).data.stop_at).toBe(iso(at + hour))
    expect((await later()).data.stop_at).toBe(iso(at + hour))
    await rental.tick(80 * minute)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    await rental.tick(11 * minute)
    expect((await rental.show(person, id)).reason).toBe('scheduled')
    const again = await person.call(instanceGuards.extend, { params: { id }, body: { rule: 'timer' } })
    expect([again.status, again.code]).toEqual([409, resultCodes.guard_not_set.code])
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.releaseAll(person)
  })

  it('that passed while the platform was down is made up for, when the clock can be trusted again', async () => {
    const id = await rental.rent(person)
    await set(id, { stop_at: iso(now() + hour) })
    await rental.clock.advance(3 * hour)
    await rental.tick(5 * minute)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    await rental.tick(6 * minute)
    expect((await rental.show(person, id)).reason).toBe('scheduled')
    await rental.releaseAll(person)
  })

  it('that passed while the instance was shut down is over', async () => {
    const id = await stopped()
    await set(id, { stop_at: iso(now() + hour) })
    await rental.tick(hour + minute)
    expect((await person.call(instanceGuards.get, { params: { id } })).data.stop_at).toBeNull()
    expect(await titles('训练 已自动关机')).toHaveLength(3)
    await rental.releaseAll(person)
  })

  it('waits for a restart to end, and then stops', async () => {
    const id = await rental.rent(person)
    await set(id, { stop_at: iso(now() + minute) })
    await rental.tick(minute - 1000)
    await rental.act(person, id, 'restart')
    await rental.tick(2 * minute)
    expect((await rental.show(person, id)).reason).toBe('scheduled')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.releaseAll(person)
  })

  it('is not reached by a clock that jumps forty days and comes back', async () => {
    for (const jump of [40 * day, -40 * day]) {
      const id = await rental.rent(person)
      await set(id, { stop_at: iso(now() + 2 * hour) })
      await runThroughJump(id, jump)
      await rental.tick(hour)
      expect((await rental.show(person, id)).reason).toBe('scheduled')
      await rental.reach(id, instanceStatusCodes.shut_down)
      await rental.releaseAll(person)
    }
  })

  it('is refused at the field when it has passed, is too far away, or is no time', async () => {
    const id = await rental.rent(person)
    const why = async (stopAt: string) => (await set(id, { stop_at: stopAt })).errors?.stop_at?.[0]
    expect(await why(iso(now()))).toBe('关机时间须晚于现在')
    expect(await why(iso(now() + 30 * day + 1000))).toBe('最多设为 30 天之内')
    expect(await why('tomorrow')).toBe('请选择关机时间')
    await rental.releaseAll(person)
  })
})

describe('product §4 The weekly schedule', () => {
  it('boots and stops by itself, across midnight, day after day', async () => {
    const id = await stopped()
    await set(id, {
      schedule: [
        { action: 'start', weekdays: every, time: '23:30' },
        { action: 'stop', weekdays: every, time: '00:30' },
      ],
    })
    for (let night = 0; night < 3; night += 1) {
      const start = findNextMoment([{ action: 'start', weekdays: every, time: '23:30' }], rental.clock.now())!.at
      await outage(start.getTime() - now() - 12 * minute)
      await rental.tick(start.getTime() - now())
      expect(await statusOf(id)).toBe(instanceStatusCodes.starting)
      await rental.reach(id, instanceStatusCodes.running)
      expect((await rental.show(person, id)).auto_stop_time).toBe(iso(start.getTime() + hour))
      await rental.tick(start.getTime() + hour - now() - 1)
      expect(await statusOf(id)).toBe(instanceStatusCodes.running)
      await rental.tick(minute)
      expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, reason: 'scheduled' })
    }
    expect((await stopEvent(id))!.detail).toMatch(/^每周计划，\d\d-\d\d 00:30 关机$/)
    await rental.releaseAll(person)
  })

  it('leaves a person who boots in between alone until the next stop', async () => {
    const id = await stopped()
    await set(id, { schedule: [{ action: 'stop', weekdays: every, time: clockTime(60) }] })
    await rental.tick(61 * minute)
    await rental.act(person, id, 'start')
    await rental.tick(3 * hour)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('boots through the same gate as a person, and tells why when it could not', async () => {
    const poor = await rental.addPerson({ balance: '2.40' })
    const id = await rental.rent(poor)
    await rental.tick(10 * minute)
    await rental.act(poor, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    const schedule = [{ action: 'start' as const, weekdays: every, time: clockTime(5) }]
    await poor.call(instanceGuards.update, { params: { id }, body: { schedule } })
    await rental.tick(6 * minute)
    expect((await rental.show(poor, id)).status).toBe(instanceStatusCodes.shut_down)
    const told = async () =>
      (await poor.call(notifications.list, { query: { class: 'system' } })).data.filter(
        ({ title }) => title === '实例 训练 没有按计划开机',
      )
    expect((await told()).map(({ content }) => content)).toEqual([
      expect.stringContaining(resultCodes.insufficient_balance.message),
    ])
    const events = (await poor.call(instances.events, { params: { id } })).data
    expect(events[0]).toMatchObject({ actor: 'system', title: '没有按计划开机' })
    await rental.tick(2 * hour)
    expect(await told()).toHaveLength(1)
    await rental.releaseAll(poor)
  })

  it('a stop that passed while the platform was down is made up for; a boot is left out and told', async () => {
    const [running, resting] = [await rental.rent(person), await stopped()]
    await set(running, { schedule: [{ action: 'stop', weekdays: every, time: clockTime(60) }] })
    await set(resting, { schedule: [{ action: 'start', weekdays: every, time: clockTime(60) }] })
    await outage(3 * hour)
    expect((await rental.show(person, running)).reason).toBe('scheduled')
    expect(await statusOf(resting)).toBe(instanceStatusCodes.shut_down)
    const { data } = await person.call(notifications.list)
    expect(data.find(({ title }) => title.includes('没有按计划开机'))!.content).toContain('平台当时没有运行')
    await rental.releaseAll(person)
  })

  it('of a stop and a boot that both passed unseen only the last counts', async () => {
    const id = await rental.rent(person)
    await set(id, {
      schedule: [
        { action: 'stop', weekdays: every, time: clockTime(30) },
        { action: 'start', weekdays: every, time: clockTime(90) },
      ],
    })
    await outage(100 * minute)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('puts one stop off by an hour and keeps to the plan afterwards', async () => {
    const id = await rental.rent(person)
    await set(id, { schedule: [{ action: 'stop', weekdays: every, time: clockTime(30) }] })
    const due = now() + 30 * minute - (now() % minute)
    const { data } = await person.call(instanceGuards.extend, { params: { id }, body: { rule: 'schedule' } })
    expect(data.next_stop).toEqual({ at: iso(due + hour), rule: 'schedule' })
    await rental.tick(85 * minute)
    expect(await statusOf(id)).toBe(instanceStatusCodes.running)
    await rental.tick(10 * minute)
    expect((await rental.show(person, id)).reason).toBe('scheduled')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.act(person, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    expect((await rental.show(person, id)).auto_stop_time).toBe(iso(due + day))
    await rental.releaseAll(person)
  })

  it('stops nothing when the clock jumps by forty days, and goes on by the plan', async () => {
    for (const jump of [40 * day, -40 * day]) {
      const id = await rental.rent(person)
      await set(id, { schedule: [{ action: 'stop', weekdays: every, time: clockTime(120) }] })
      const due = now() + 120 * minute
      await runThroughJump(id, jump)
      await rental.tick(due - now() + minute)
      expect((await rental.show(person, id)).reason).toBe('scheduled')
      await rental.reach(id, instanceStatusCodes.shut_down)
      await rental.releaseAll(person)
    }
  })

  it.each([
    [[{ action: 'stop', weekdays: [], time: '10:00' }], 'schedule.0.weekdays', '请选择星期'],
    [[{ action: 'stop', weekdays: [1, 1], time: '10:00' }], 'schedule.0.weekdays', '星期重复'],
    [[{ action: 'stop', weekdays: [1], time: '24:00' }], 'schedule.0.time', '请选择时间'],
    [
      [
        { action: 'stop', weekdays: [1, 2], time: '10:00' },
        { action: 'start', weekdays: [2], time: '10:00' },
      ],
      'schedule.1.time',
      '与第 1 条同时',
    ],
  ])('of %j is refused at the field', async (schedule, field, message) => {
    const id = await rental.rent(person)
    expect((await set(id, { schedule })).errors).toEqual({ [field]: [message] })
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})

describe('product §11 Moments of the week, in Beijing', () => {
  const plan: ScheduleEntry[] = [
    { action: 'start', weekdays: [1], time: '00:00' },
    { action: 'stop', weekdays: [7], time: '23:59' },
  ]
  // 2026-01-04 is a Sunday.
  it.each([
    ['2026-01-04T15:58:59.999Z', 'stop', '2026-01-04T15:59:00.000Z'],
    ['2026-01-04T15:59:00.000Z', 'start', '2026-01-04T16:00:00.000Z'],
    ['2026-01-04T16:00:00.000Z', 'stop', '2026-01-11T15:59:00.000Z'],
  ])('after %s comes %s at %s', (after, action, at) =>
    expect(findNextMoment(plan, new Date(after))).toEqual({ action, at: new Date(at) }),
  )
  it('and the last before is the other', () => {
    expect(findLastMoment(plan, new Date('2026-01-04T15:59:30Z'))).toEqual({
      action: 'stop',
      at: new Date('2026-01-04T15:59:00Z'),
    })
    expect(findLastMoment(plan, new Date('2026-01-04T16:00:00Z'))!.action).toBe('start')
  })
  it('keep their hour all year, where others change theirs', () => {
    for (const date of ['2026-03-29T00:30:00Z', '2026-07-01T12:00:00Z', '2026-10-25T00:30:00Z', '1969-12-31T00:00:00Z']) {
      const at = computeNextHour(9, new Date(date))
      expect(at.toISOString().slice(11)).toBe('01:00:00.000Z')
      expect(at.getTime() - Date.parse(date)).toBeLessThanOrEqual(day)
    }
  })
  it('are none without a plan', () => expect(findNextMoment([], new Date(0))).toBeUndefined())
})
