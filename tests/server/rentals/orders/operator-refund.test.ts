import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { orders } from '#contract/orders.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let finance: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 16)] })
  finance = await rental.addPerson({ role: 'operator_finance' })
})
afterAll(() => rental.close())

const reason = '主机故障，按时长补偿'
const refund = (id: string, amount: string, key?: string) =>
  finance.call(
    operatorOrders.refund,
    { params: { id }, body: { amount, reason } },
    key === undefined ? undefined : { headers: { 'idempotency-key': key } },
  )
/** A package of one day for 54.72 that runs. */
async function packaged(person: Person) {
  const instanceId = await rental.rent(person, { charge_rule: 'day' })
  const { data } = await person.call(orders.list)
  return { instance_id: instanceId, order_id: data.find((order) => order.instance_id === instanceId)!.id }
}
const show = async (person: Person, id: string) => (await person.call(orders.get, { params: { id } })).data

describe('product §10 An operator gives an order back', () => {
  it('in part: the balance has it, the user is told why, and the package goes on', async () => {
    const person = await rental.addPerson()
    const { instance_id: instanceId, order_id: orderId } = await packaged(person)
    const before = await rental.show(person, instanceId)
    const { data } = await refund(orderId, '4.72')
    expect(data).toMatchObject({ status: 'done', refunded: '4.72', refundable: '50.00' })
    expect((await rental.walletOf(person)).cash).toBe('50.00')
    expect((await rental.show(person, instanceId)).expire_at).toBe(before.expire_at)
    const { data: told } = await person.call(notifications.list)
    expect(told[0]).toMatchObject({ title: '订单退款 4.72 元已到余额', link: `/console/cost/my-order/${orderId}` })
    expect(told[0]!.content).toContain(reason)
    expect((await show(person, orderId)).refunds).toMatchObject([{ cash: '4.72', voucher: '0.00', reason }])
    const admin = await rental.addPerson({ role: 'operator_admin' })
    const { data: lines } = await admin.call(operatorAudit.history, { params: { id: orderId } })
    expect(JSON.stringify(lines)).toContain(reason)
    await rental.releaseAll(person)
  })

  it('in full: it is 已退款, the time it bought is taken back, and the instance stops with its data', async () => {
    const person = await rental.addPerson()
    const { instance_id: instanceId, order_id: orderId } = await packaged(person)
    const { data: known } = await finance.call(operatorOrders.get, { params: { id: orderId } })
    expect(known.refund_effect).toContain('收回这个订单买到的时长')
    await refund(orderId, '10.00')
    expect((await refund(orderId, '44.72')).data).toMatchObject({ status: 'refunded', refundable: '0.00' })
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    expect(Date.parse((await rental.show(person, instanceId)).expire_at!)).toBeLessThanOrEqual(rental.clock.now().getTime())
    // what is stopped for its date waits for a steady clock
    await rental.tick(11 * 60_000)
    expect((await rental.show(person, instanceId)).status).toBe(instanceStatusCodes.shut_down)
    expect((await rental.act(person, instanceId, 'start')).code).toBe(resultCodes.package_expired.code)
    expect(await show(person, orderId)).toMatchObject({ back_now: { amount: '0.00', how: '已经退清' } })
    await rental.releaseAll(person)
    expect((await rental.walletOf(person)).cash).toBe('100.00')
  })

  it('never more than was paid in cash and is not back yet, and nothing of what cost nothing', async () => {
    const person = await rental.addPerson()
    const { order_id: orderId } = await packaged(person)
    const reply = await refund(orderId, '54.73')
    expect([reply.status, reply.errors]).toEqual([400, { amount: ['最多可退 54.72 元'] }])
    await refund(orderId, '54.72')
    expect((await refund(orderId, '0.01')).code).toBe(resultCodes.order_not_refundable.code)
    const { data: hourly } = await rental.order(person)
    expect((await refund(hourly.id, '0.01')).code).toBe(resultCodes.order_not_refundable.code)
    await rental.releaseAll(person)
  })

  it.each([2, 50])('sent %i × at once with one key gives it once', async (times) => {
    const person = await rental.addPerson()
    const { order_id: orderId } = await packaged(person)
    const replies = await Promise.all(Array.from({ length: times }, () => refund(orderId, '10.00', `refund-${orderId}`)))
    expect(new Set(replies.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1)
    expect((await rental.walletOf(person)).cash).toBe('55.28')
    await rental.releaseAll(person)
  })

  it('and together two refunds never exceed what was paid', async () => {
    const person = await rental.addPerson()
    const { order_id: orderId } = await packaged(person)
    const replies = await Promise.all(Array.from({ length: 4 }, () => refund(orderId, '20.00')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await rental.walletOf(person)).cash).toBe('85.28')
    await rental.releaseAll(person)
  })

  it('tells its owner what would come back by the rule, and why', async () => {
    const person = await rental.addPerson()
    const { order_id: orderId } = await packaged(person)
    await rental.clock.advance(10 * 3_600_000)
    const { back_now: backNow } = await show(person, orderId)
    expect(backNow.how).toBe('把实例转换为按量计费')
    expect(backNow.why).toContain('直接释放实例不退款')
    expect(Number(backNow.amount)).toBeGreaterThan(31)
    expect(Number(backNow.amount)).toBeLessThan(32)
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
