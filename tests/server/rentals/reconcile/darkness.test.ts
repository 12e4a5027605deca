import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { runEngineCall } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())
afterEach(async () => {
  rental.faults.unavailable = false
  rental.faults.lost_hosts.clear()
  rental.faults.crashes.clear()
})

const minuteMs = 60_000
const secondsOf = async (person: Person, id: string) =>
  (await person.call(instances.segments, { params: { id } })).data.reduce((sum, { seconds }) => sum + seconds, 0)
const eventsOf = async (person: Person, id: string) => (await person.call(instances.events, { params: { id } })).data
const health = async () => (await rental.app.inject({ url: '/healthz' })).json()
const figure = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await rental.app.inject({ url: '/metrics' })).body)?.[1])
const now = () => rental.clock.now().toISOString()

async function rentAndGoDark(): Promise<{ person: Person; id: string; since: string }> {
  const person = await rental.addPerson()
  const id = await rental.rent(person)
  await rental.tick(10 * minuteMs, 15_000)
  const since = now()
  rental.faults.unavailable = true
  await expect(rental.observe()).rejects.toThrow()
  return { person, id, since }
}

describe('product §4 An engine that does not answer costs nobody anything', () => {
  it('marks what runs since when it is unseen, and the meter shown stands', async () => {
    const { person, id, since } = await rentAndGoDark()
    const { cost } = await rental.show(person, id)
    const { accrued } = await rental.walletOf(person)
    await rental.tick(4 * minuteMs)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.running, unseen_since: since, cost })
    expect((await rental.walletOf(person)).accrued).toBe(accrued)
    expect(await secondsOf(person, id)).toBe(600)
    rental.faults.unavailable = false
    await rental.observe()
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.running, unseen_since: null })
    await rental.tick(100_000, 15_000)
    expect(await secondsOf(person, id)).toBe(700)
    expect((await eventsOf(person, id))[0]).toMatchObject({ title: '主机恢复应答', actor: 'system' })
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('closes at the last sight what is told to stop meanwhile', async () => {
    const { person, id } = await rentAndGoDark()
    await rental.clock.advance(90_000)
    expect((await rental.act(person, id, 'shutdown')).status).toBe(200)
    expect(await secondsOf(person, id)).toBe(600)
    rental.faults.unavailable = false
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect(await secondsOf(person, id)).toBe(600)
    expect((await rental.show(person, id)).unseen_since).toBeNull()
    await rental.releaseAll(person)
  })

  it('boots again what has fallen with its host, and tells its owner', async () => {
    const { person, id } = await rentAndGoDark()
    await rental.clock.advance(2 * minuteMs)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 143 })
    rental.faults.unavailable = false
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.starting)
    const { data } = await person.call(notifications.list, { query: { class: 'system' } })
    expect(data[0]!.title).toBe('实例 训练 随主机恢复重新开机')
    expect(data[0]!.content).not.toContain('143')
    await rental.reach(id, instanceStatusCodes.running)
    expect(await secondsOf(person, id)).toBe(600)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('boots again what has fallen while the platform itself was away, as when the machine of both restarts', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(minuteMs, 15_000)
    await rental.clock.advance(2 * minuteMs)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 255 })
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.starting)
    expect(await secondsOf(person, id)).toBe(60)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('does not boot again what failed by itself meanwhile, though nobody looked', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(minuteMs, 15_000)
    await rental.clock.advance(2 * minuteMs)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.abnormal)
    await rental.releaseAll(person)
  })

  it('is said on /healthz, which stays 200, and in /metrics', async () => {
    await rental.observe()
    expect(await health()).toEqual({ ok: true, compute: 'ok', storage: 'ok', disk: expect.any(String) })
    expect(await figure('zhisuan_compute_up')).toBe(1)
    const { person, since } = await rentAndGoDark()
    await rental.clock.advance(minuteMs)
    const reply = await rental.app.inject({ url: '/healthz' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      ok: true,
      compute: 'unreachable',
      compute_unreachable_since: since,
      storage: 'ok',
      disk: expect.any(String),
    })
    expect(await figure('zhisuan_compute_up')).toBe(0)
    expect(await figure('zhisuan_instances_unseen')).toBe(1)
    rental.faults.unavailable = false
    await rental.observe()
    expect(await health()).toEqual({ ok: true, compute: 'ok', storage: 'ok', disk: expect.any(String) })
    expect(await figure('zhisuan_instances_unseen')).toBe(0)
    await rental.releaseAll(person)
  })

  it('is not called well by what it tells of its hosts while only another server may work on it', async () => {
    const { person } = await rentAndGoDark()
    rental.faults.unavailable = false
    const refused = vi
      .spyOn(rental.deps.compute, 'health')
      .mockResolvedValue({ ok: false, problem: 'another server works on it' })
    await runEngineCall(rental.deps, () => syncHosts(rental.deps, () => null))
    expect((await health()).compute).toBe('unreachable')
    refused.mockRestore()
    await runEngineCall(rental.deps, () => syncHosts(rental.deps, () => null))
    expect((await health()).compute).toBe('ok')
    await rental.observe()
    await rental.releaseAll(person)
  })
})

describe('product §4 One host or one container that cannot be seen', () => {
  it('is marked by itself, and closes at its last sight', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(minuteMs, 15_000)
    rental.faults.lost_hosts.add('host-1')
    await rental.observe()
    await rental.clock.advance(2 * minuteMs)
    expect((await rental.show(person, id)).unseen_since).not.toBeNull()
    expect(await health()).toMatchObject({ compute: 'ok' })
    await rental.act(person, id, 'shutdown')
    expect(await secondsOf(person, id)).toBe(60)
    rental.faults.lost_hosts.clear()
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.releaseAll(person)
  })

  it('a spend limit waits for it to be seen again', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(minuteMs, 15_000)
    await person.call(instanceGuards.update, { params: { id }, body: { spend_limit: '0.10' } })
    expect((await rental.show(person, id)).auto_stop_rule).toBe('spend')
    rental.faults.lost_hosts.add('host-1')
    await rental.tick(30 * minuteMs)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.running, auto_stop_time: null })
    rental.faults.lost_hosts.clear()
    await rental.tick(2 * minuteMs)
    expect((await rental.show(person, id)).auto_stop_rule).toBe('spend')
    await rental.releaseAll(person)
  })
})
