import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())

describe('product §5 Packages', () => {
  it('are paid when ordered, and run to the second they were bought for', async () => {
    const person = await rental.addPerson({ balance: '200.00' })
    const orderedAt = rental.clock.now().getTime()
    const { data: order } = await rental.order(person, { charge_rule: 'day', quantity: 2 })
    expect(order).toMatchObject({ status: 'paid', amount: '109.44', charge_rule: 'day', quantity: 2, instance_name: '训练' })
    expect((await rental.walletOf(person)).cash).toBe('90.56')
    const instance = await rental.show(person, order.instance_id!)
    expect(new Date(instance.expire_at!).getTime() - orderedAt).toBe(2 * 86_400_000)
    expect(instance).toMatchObject({ charge_rule: 'day', cost: '109.44', price_hour: '2.28' })
    const { data: entries } = await person.call(wallet.entries)
    expect(entries.map(({ kind, amount, balance_after: balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
      ['order', '-109.44', '90.56'],
      ['recharge', '200.00', '200.00'],
    ])
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
    expect((await person.call(orders.get, { params: { id: order.id } })).data.status).toBe('done')
    await rental.tick(3_600_000)
    expect((await rental.walletOf(person)).cash).toBe('90.56')
    await rental.releaseAll(person)
  })

  it('whose start fails are given back in full, once', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    rental.faults.pull_error = 'ImageNotFound'
    const { data: order } = await rental.order(person, { charge_rule: 'day' })
    await rental.reach(order.instance_id!, instanceStatusCodes.abnormal)
    rental.faults.pull_error = undefined
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    expect((await person.call(orders.get, { params: { id: order.id } })).data.status).toBe('refunded')
    const instance = await rental.show(person, order.instance_id!)
    expect(instance.reason).toBe('fault')
    expect(instance.cost).toBe('0.00')
    expect((await rental.act(person, order.instance_id!, 'start')).code).toBe(resultCodes.package_expired.code)
    // Nor when the clock is set back to before it failed.
    rental.clock.jump(-7_200_000)
    expect((await rental.act(person, order.instance_id!, 'start')).code).toBe(resultCodes.package_expired.code)
    rental.clock.jump(7_200_000)
    await rental.releaseAll(person)
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    expect(await rental.freeCards('RTX 4090')).toBe(8)
  })

  it('whose host is lost while they start are given back too, after the time a boot may take', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const { data: order } = await rental.order(person, { charge_rule: 'day' })
    await rental.reach(order.instance_id!, instanceStatusCodes.starting)
    rental.faults.lost_hosts.add('host-1')
    await rental.tick(4 * 60_000)
    expect((await rental.show(person, order.instance_id!)).status).toBe(instanceStatusCodes.starting)
    await rental.tick(61_000)
    expect((await rental.show(person, order.instance_id!)).status).toBe(instanceStatusCodes.abnormal)
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    rental.faults.lost_hosts.clear()
    await rental.tick(120_000)
    expect(await rental.freeCards('RTX 4090')).toBe(8)
  })

  it('released while they are created are given back', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const { data: order } = await rental.order(person, { charge_rule: 'day' })
    expect((await rental.act(person, order.instance_id!, 'release')).status).toBe(200)
    await rental.tick(10_000)
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    expect((await person.call(orders.get, { params: { id: order.id } })).data.status).toBe('refunded')
    expect(await rental.freeCards('RTX 4090')).toBe(8)
  })

  it('shut down by their owner before they ran are not given back: the cards were kept for them', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const { data: order } = await rental.order(person, { charge_rule: 'day' })
    await rental.reach(order.instance_id!, instanceStatusCodes.starting)
    expect((await rental.act(person, order.instance_id!, 'shutdown')).status).toBe(200)
    await rental.reach(order.instance_id!, instanceStatusCodes.shut_down)
    await rental.tick(3_600_000)
    expect(await rental.freeCards('RTX 4090')).toBe(7)
    await rental.releaseAll(person)
    expect((await rental.walletOf(person)).cash).toBe('45.28')
    expect(await rental.freeCards('RTX 4090')).toBe(8)
  })

  it('that ran are not given back when released', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    await rental.rent(person, { charge_rule: 'day' })
    await rental.releaseAll(person)
    expect((await rental.walletOf(person)).cash).toBe('45.28')
  })

  it('leave the books right', async () => expect(await rental.audit()).toEqual([]))
})
