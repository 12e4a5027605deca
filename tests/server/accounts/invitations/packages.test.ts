import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { invitation } from '#contract/invitation.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { orders } from '#contract/orders.ts'
import { payRewards } from '#server/domains/accounts/invitations/rewards.service.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'
import { createInstanceMoneyHelper, hourMs, type InstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let money: InstanceMoneyHelper
let finance: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32)] })
  money = createInstanceMoneyHelper(rental)
  finance = await rental.addPerson({ role: 'operator_finance' })
})
afterAll(() => rental.close())
afterEach(async () => expect(await rental.audit()).toEqual([]))

async function invited(beforeMs = 0): Promise<{ inviter: Person; invitee: Person }> {
  const [inviter, invitee] = await rental.addPeople(2, { balance: '2000.00' })
  const by = { invited_by: inviter!.id, created_at: new Date(rental.clock.now().getTime() - beforeMs) }
  await rental.deps.database.kysely.updateTable('users').set(by).where('id', '=', invitee!.id).execute()
  return { inviter: inviter!, invitee: invitee! }
}
const pay = () => payRewards(rental.deps)
const income = async ({ id }: Person) => (await getWalletBalances(rental.deps.database.kysely, id)).income
const passed = async (inviter: Person, ms: number) => {
  rental.clock.jump(ms)
  await pay()
  return income(inviter)
}
/** What somebody has really spent of what he began with. */
const kept = async (person: Person) => 200_000n - parseYuanToFen(await money.balanceOf(person))
const orderOf = async (person: Person, kind: string) =>
  (await person.call(orders.list)).data.find((order) => order.kind === kind)!
const refund = (id: string, amount: string) =>
  finance.call(operatorOrders.refund, { params: { id }, body: { amount, reason: '机房断电补偿' } })

const weekly = { charge_rule: 'week' as const, quantity: 1 }
const daily = { charge_rule: 'day' as const, quantity: 1 }

describe('product §6 Rewards for a package', () => {
  it('leave nothing to who buys a week, lets a day be settled, and converts it', async () => {
    const { inviter, invitee } = await invited()
    const id = await rental.rent(invitee, weekly)
    await passed(inviter, msPerDay)
    expect(await income(inviter)).toBeLessThanOrEqual((await kept(invitee)) / 10n)
    const { back } = (await money.convert(invitee, id, 'hour')).data
    await rental.releaseAll(invitee)
    expect(parseYuanToFen(back)).toBeGreaterThan(30_000n)
    expect(await passed(inviter, msPerDay)).toBe((await kept(invitee)) / 10n)
    expect(await passed(inviter, 30 * msPerDay)).toBe((await kept(invitee)) / 10n)
  })

  it('come the day after its time is over, once for each order', async () => {
    const { inviter, invitee } = await invited()
    const id = await rental.rent(invitee, daily)
    await money.renew(invitee, [id], 'week')
    expect(await passed(inviter, msPerDay - hourMs)).toBe(0n)
    expect(await passed(inviter, msPerDay + hourMs)).toBe(547n)
    await Promise.all([pay(), pay()])
    expect(await passed(inviter, 4 * msPerDay)).toBe(547n)
    expect(await passed(inviter, 3 * msPerDay)).toBe(4377n)
    expect(await kept(invitee)).toBe(43_776n)
    const { data } = await inviter.call(invitation.rewards, { query: { order: 'asc' } })
    expect(data.map(({ usage, orders, refunds, total, reward }) => [usage, orders, refunds, total, reward])).toEqual([
      ['0.00', '54.72', '0.00', '54.72', '5.47'],
      ['0.00', '383.04', '0.00', '437.76', '38.30'],
    ])
  })

  it('come no sooner for a package that was converted, and followed by another', async () => {
    const { inviter, invitee } = await invited()
    const id = await rental.rent(invitee, daily)
    await money.renew(invitee, [id], 'week')
    await passed(inviter, msPerDay - hourMs)
    await money.convert(invitee, id, 'hour')
    await money.convert(invitee, id, 'day')
    expect(await passed(inviter, 0)).toBe(0n)
    expect(await passed(inviter, msPerDay)).toBeGreaterThan(500n)
  })

  it('take orders of one and the same millisecond in the order in which they were paid', async () => {
    const { inviter, invitee } = await invited()
    const ids: string[] = []
    for (let nth = 0; nth < 4; nth += 1) ids.push(await rental.rent(invitee, daily))
    for (const id of ids) {
      await money.renew(invitee, [id], 'week')
      await money.renew(invitee, [id], 'day')
    }
    // A day each is over: the week comes next, and only then the last day.
    expect(await passed(inviter, 3 * msPerDay)).toBe((4n * 5472n) / 10n)
    const { back } = (await money.convert(invitee, ids[0]!, 'hour')).data
    expect(parseYuanToFen(back)).toBeGreaterThan(25_000n)
  })

  it('come out the same in one run after a month', async () => {
    const { inviter, invitee } = await invited()
    const id = await rental.rent(invitee, daily)
    await money.renew(invitee, [id], 'week')
    expect(await passed(inviter, 30 * msPerDay)).toBe(4377n)
    expect((await inviter.call(invitation.rewards)).data).toHaveLength(2)
  })

  it('count an upgrade with the last time it changed, and less what a downgrade gave back', async () => {
    const { inviter, invitee } = await invited()
    const id = await rental.rent(invitee, daily)
    await money.renew(invitee, [id])
    await money.rest(invitee, id)
    await money.lift(invitee, id, { gpu_num: 2 })
    expect(await passed(inviter, 2 * msPerDay - 3 * hourMs)).toBe(547n)
    await money.lift(invitee, id, { gpu_num: 1 })
    expect(await passed(inviter, 3 * msPerDay)).toBe((await kept(invitee)) / 10n)
    expect(await kept(invitee)).toBeGreaterThan(10_944n)
  })

  it('count all of what is released before its end: nothing comes back of it', async () => {
    const { inviter, invitee } = await invited()
    await rental.rent(invitee, weekly)
    await rental.releaseAll(invitee)
    expect(await passed(inviter, msPerDay)).toBe(3830n)
    expect(await kept(invitee)).toBe(38_304n)
  })

  it('count what was bought within the year, though it ends later', async () => {
    const { inviter, invitee } = await invited(365 * msPerDay - hourMs)
    const id = await rental.rent(invitee, daily)
    rental.clock.jump(hourMs)
    await money.renew(invitee, [id])
    expect(await passed(inviter, 4 * msPerDay)).toBe(547n)
  })

  it('wait while a maintenance of the host may make it last longer', async () => {
    const { inviter, invitee } = await invited()
    const id = await rental.rent(invitee, daily)
    const { kysely } = rental.deps.database
    const under = (maintenanceSince: Date | null) =>
      kysely.updateTable('hosts').set({ maintenance_since: maintenanceSince }).execute()
    await under(rental.clock.now())
    expect(await passed(inviter, 3 * msPerDay)).toBe(0n)
    await under(null)
    await money.endAt(id, new Date(rental.clock.now().getTime() + msPerDay))
    expect(await passed(inviter, hourMs)).toBe(0n)
    expect(await passed(inviter, 2 * msPerDay)).toBe(547n)
  })
})

describe('product §6 An operator gives back an order of an invitee', () => {
  it('before its time is over: what is kept counts', async () => {
    const { inviter, invitee } = await invited()
    await rental.rent(invitee, daily)
    const { id } = await orderOf(invitee, 'create_instance')
    await refund(id, '30.00')
    expect(await passed(inviter, 2 * msPerDay)).toBe(247n)
    expect(await kept(invitee)).toBe(2472n)
  })

  it('in full: nothing counts', async () => {
    const { inviter, invitee } = await invited()
    await rental.rent(invitee, daily)
    await refund((await orderOf(invitee, 'create_instance')).id, '54.72')
    expect(await passed(inviter, 2 * msPerDay)).toBe(0n)
  })

  it('never once it has counted, and is told why', async () => {
    const { inviter, invitee } = await invited()
    await rental.rent(invitee, daily)
    const { id } = await orderOf(invitee, 'create_instance')
    rental.clock.jump(2 * msPerDay)
    const [reply] = await Promise.all([refund(id, '30.00'), pay()])
    await pay()
    expect(await income(inviter)).toBe((await kept(invitee)) / 10n)
    expect([200, 409]).toContain(reply.status)
    const late = await refund(id, '1.00')
    expect([late.code, late.message]).toEqual([resultCodes.order_not_refundable.code, expect.stringContaining('计入了邀请奖励')])
    const { data } = await finance.call(operatorOrders.get, { params: { id } })
    expect(data).toMatchObject({ refundable: '0.00', refund_effect: expect.stringContaining('余额调整') })
    await passed(inviter, 2 * msPerDay)
    expect(await income(inviter)).toBe((await kept(invitee)) / 10n)
  })
})
