import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import {
  type InstanceAction,
  instanceActions,
  instanceStatusCodes,
  instanceStatuses,
  isActionAllowed,
} from '#contract/instance-actions.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { listObjects } from '#tests/support/listed.ts'
import { buildSimulatedHost, testImageId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [
      buildSimulatedHost('host-1', 'RTX 4090', 8),
      buildSimulatedHost('host-2', 'L40S', 1),
      buildSimulatedHost('host-3', 'RTX 4090', 8),
    ],
  })
  person = await rental.addPerson({ balance: '1000.00' })
})
afterAll(() => rental.close())

const statuses = Object.keys(instanceStatuses).map(Number)
// A renewal is asked for many and answers for each; vouchers have a page of their own.
const elsewhere: readonly InstanceAction[] = ['renew', 'coupon_config']
const actions = (Object.keys(instanceActions) as InstanceAction[]).filter((action) => !elsewhere.includes(action))

const call = (action: InstanceAction, id: string) => {
  const params = { id }
  if (action === 'rename') return person.call(instances.update, { params, body: { nick_name: '新名字' } })
  if (action === 'terminal') return person.call(instances.terminal_ticket, { params })
  if (action === 'reset_password') return person.call(instanceAccess.reset_password, { params })
  // A clone is an order: what may not be cloned has no price.
  if (action === 'clone') return rental.quote(person, { clone: { instance_id: id, copy_data: true } })
  if (action === 'lift')
    return person.call(instanceMoney.lift_quote, {
      params,
      body: { product_id: toProductId('RTX 4090'), gpu_num: 2, data_disk: 50 },
    })
  if (action === 'convert_bill')
    return person.call(instanceMoney.convert_quote, { params, body: { charge_rule: 'day', quantity: 1 } })
  const bodies: Partial<Record<InstanceAction, object>> = {
    save_image: { name: `环境 ${id}` },
    change_image: { image_id: testImageId },
    resize_disk: { data_disk: 150, new_price_hour: '2.31' },
  }
  return person.call(instances[action as keyof typeof instances] as Endpoint, { params, body: bodies[action] ?? {} })
}

describe('product §4 Every action in every status', () => {
  const table = actions.flatMap((action) =>
    statuses.map((status) => ({ action, status, allowed: isActionAllowed(action, status) })),
  )

  /** One that was shut down; what was refused has left it as it was, for the next to ask. */
  let rested: string | undefined
  async function restedOne(): Promise<string> {
    if (rested) return rested
    rested = await rental.rent(person)
    await rental.act(person, rested, 'shutdown')
    await rental.reach(rested, instanceStatusCodes.shut_down)
    return rested
  }
  afterAll(() => rental.releaseAll(person))

  it.each(table)('$action in status $status: $allowed', async ({ action, status, allowed }) => {
    const id = await restedOne()
    const { kysely } = rental.deps.database
    const put = (changes: { status: number; desired: string }) =>
      kysely
        .updateTable('instances')
        .set({ ...changes, next_reconcile_at: null, task_id: null })
        .where('id', '=', id)
        .execute()
    await put({ status, desired: [0, 2, 5].includes(status) ? 'running' : 'stopped' })
    const before = await rental.show(person, id)
    const reply = await call(action, id)
    const refusal = action === 'terminal' ? resultCodes.terminal_unavailable : resultCodes.action_not_allowed
    expect([reply.status, reply.code]).toEqual(allowed ? [200, '0'] : [refusal.http, refusal.code])
    if (!allowed) expect(await rental.show(person, id)).toEqual(before)
    if (!allowed && action !== 'terminal') expect(reply.message).toBe(`当前状态不能${instanceActions[action].label}`)
    await put({ status: instanceStatusCodes.shut_down, desired: 'stopped' })
    if (!allowed) return
    await rental.releaseAll(person)
    rested = undefined
  })
})

describe('product §4 The timeline', () => {
  it('says who did what, when and why', async () => {
    const id = await rental.rent(person)
    const startedAt = rental.clock.now().toISOString()
    await rental.tick(60_000)
    await rental.act(person, id, 'restart')
    await rental.reach(id, instanceStatusCodes.running)
    await call('rename', id)
    await rental.act(person, id, 'shutdown')
    const toldAt = rental.clock.now().toISOString()
    await rental.reach(id, instanceStatusCodes.shut_down)
    const { data, total } = await person.call(instances.events, { params: { id }, query: { page_size: 100, order: 'asc' } })
    expect(data.map(({ actor, kind, title, detail, reason }) => [actor, kind, title, detail, reason])).toEqual([
      ['user', 'order', '创建实例', null, null],
      ['system', 'status', '开机中', null, null],
      ['system', 'status', '运行中', null, null],
      ['user', 'status', '重启', null, 'manual'],
      ['system', 'status', '开机中', null, null],
      ['system', 'status', '运行中', null, null],
      ['user', 'rename', '改名', '训练 → 新名字', null],
      ['user', 'status', '关机', null, 'manual'],
      ['system', 'status', '已关机', null, null],
    ])
    expect(total).toBe(9)
    expect(data[2]!.at).toBe(startedAt)
    expect(data[7]!.at).toBe(toldAt)
    expect([...data].sort((a, b) => a.at.localeCompare(b.at))).toEqual(data)
    await rental.releaseAll(person)
  })

  it('of an instance that ran out of money names the reason and no person', async () => {
    const poor = await rental.addPerson({ balance: '2.28' })
    const id = await rental.rent(poor)
    await rental.tick(2.2 * 3_600_000, 300_000)
    const { data } = await poor.call(instances.events, { params: { id } })
    expect(data.find(({ title }) => title === '关机')).toMatchObject({ actor: 'system', reason: 'arrears' })
  })
})

describe('product §4 Names', () => {
  it('are changed for the owner and in every list', async () => {
    const id = await rental.rent(person)
    expect((await call('rename', id)).status).toBe(200)
    expect((await person.call(instances.list, { query: { keyword: '新名' } })).data.map((row) => row.nick_name)).toEqual([
      '新名字',
    ])
    expect((await person.call(orders.list)).data[0]!.instance_name).toBe('新名字')
    await rental.releaseAll(person)
  })
})

describe('product §4 Release', () => {
  it('takes the instance from the lists and keeps its bills and its order', async () => {
    const id = await rental.rent(person)
    await rental.tick(3_600_000, 300_000)
    await rental.releaseAll(person)
    expect((await person.call(instances.get, { params: { id } })).code).toBe(resultCodes.not_found.code)
    expect((await person.call(instances.list)).total).toBe(0)
    const { data: segments } = await person.call(instances.segments, { params: { id } })
    expect(segments.map(({ settled }) => settled)).toEqual(['2.28'])
    const { data: entries } = await person.call(wallet.entries, { query: { kind: 'usage' } })
    expect(entries.length).toBeGreaterThan(0)
    expect((await person.call(orders.list)).data.some((order) => order.instance_id === id)).toBe(true)
    expect((await listObjects(rental.deps.compute)).map(({ ref }) => ref.id)).not.toContain(id)
    const stranger = await rental.addPerson()
    expect((await stranger.call(instances.segments, { params: { id } })).code).toBe(resultCodes.not_found.code)
  })

  it('while it is created leaves nothing behind, though a worker is busy with it', async () => {
    const { data: order } = await rental.order(person)
    await Promise.all([rental.reconcile(), rental.act(person, order.instance_id!, 'release')])
    await rental.tick(120_000)
    expect((await person.call(instances.get, { params: { id: order.instance_id! } })).status).toBe(404)
    expect((await listObjects(rental.deps.compute)).map(({ ref }) => ref.id)).not.toContain(order.instance_id)
    expect(await rental.freeCards('RTX 4090')).toBe(16)
  })

  it('waits for a host that does not answer, with the cards held, and is done when it is back', async () => {
    const id = await rental.rent(person)
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    rental.faults.lost_hosts.add('host-1')
    await rental.act(person, id, 'release')
    await rental.tick(300_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.releasing)
    rental.faults.lost_hosts.clear()
    await rental.tick(120_000)
    expect((await person.call(instances.get, { params: { id } })).status).toBe(404)
  })
})

describe('product §4 Boot', () => {
  it('finds no card when somebody else took it meanwhile, and says so', async () => {
    const other = await rental.addPerson()
    const id = await rental.rent(person, { model: 'L40S' })
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.rent(other, { model: 'L40S' })
    expect(await rental.act(person, id, 'start')).toMatchObject({ status: 409, code: '00200011' })
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    await rental.releaseAll(other)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('frees the cards of an hourly instance only when the engine has stopped it', async () => {
    const id = await rental.rent(person, { model: 'L40S' })
    await rental.act(person, id, 'shutdown')
    expect(await rental.freeCards('L40S')).toBe(0)
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect(await rental.freeCards('L40S')).toBe(1)
    await rental.releaseAll(person)
  })

  it('right after a failure comes up, though the engine has not yet been told to clean up', async () => {
    const id = await rental.rent(person)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.abnormal)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.tick(30_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('does not begin before a shutdown has ended, and a shutdown during a boot ends it', async () => {
    const id = await rental.rent(person)
    await rental.act(person, id, 'shutdown')
    expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.action_not_allowed.code)
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.act(person, id, 'start')
    await rental.tick(1_000)
    expect((await rental.act(person, id, 'shutdown')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect((await person.call(instances.segments, { params: { id } })).total).toBe(1)
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
