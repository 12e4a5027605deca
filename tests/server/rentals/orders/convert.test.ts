import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { addOperatorTeam, addRunningActivity } from '#tests/support/activities.ts'
import { createInstanceMoneyHelper, hourMs, type InstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let money: InstanceMoneyHelper
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64), buildSimulatedHost('host-2', 'L40S', 1)],
  })
  money = createInstanceMoneyHelper(rental)
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const rich = (balance = '2000.00') => rental.addPerson({ balance })
/** A package whose time began exactly so many milliseconds ago. */
async function packageOf(
  person: Awaited<ReturnType<typeof rich>>,
  usedMs: number,
  wish: object = { charge_rule: 'week', quantity: 1 },
) {
  const id = await rental.rent(person, wish)
  const { expire_at: expireAt, created_at: createdAt } = await rental.show(person, id)
  const length = Date.parse(expireAt!) - Date.parse(createdAt)
  await money.endAt(id, new Date(rental.clock.now().getTime() + length - usedMs))
  return id
}

describe('product §5 转换计费: a package becomes pay-as-you-go', () => {
  it('a week at 383.04 of which 50 h were used gives back 383.04 − 50 × 2.28 = 269.04', async () => {
    const person = await rich('383.04')
    const id = await packageOf(person, 50 * hourMs)
    expect(await money.balanceOf(person)).toBe('0.00')
    const { data: quote } = await money.quoteConversion(person, id, 'hour')
    expect(quote).toMatchObject({
      pay: '0.00',
      back: '269.04',
      balance: '0.00',
      balance_after: '269.04',
      required: '2.28',
      enough: true,
      before: { charge_rule: 'week' },
      after: { charge_rule: 'hour', price_hour: '2.28', expire_at: null },
    })
    expect(quote.lines).toEqual([
      { title: '正在用的时长', detail: '付过的现金 ¥383.04 − 已用 2 天 2 小时 × ¥2.28/小时', amount: '-269.04' },
    ])
    const { data } = await money.orderConversion(person, id, quote.token)
    expect(data).toMatchObject({ back: '269.04', order: { kind: 'convert', amount: '0.00', charge_rule: 'hour' } })
    expect(await money.balanceOf(person)).toBe('269.04')
    const [entry] = (await person.call(wallet.entries)).data
    expect(entry).toMatchObject({ kind: 'refund', amount: '269.04' })
  })

  it('counts used time to the second, never rounded up to an hour', async () => {
    const person = await rich()
    const id = await packageOf(person, 50 * hourMs + 1_578_000)
    // 50 h 26 min 18 s × 2.28 = 114.9994, of which whole fen are used
    expect((await money.quoteConversion(person, id, 'hour')).data.back).toBe((383.04 - 114.99).toFixed(2))
  })

  it('counts to the second of the order, not of the quote: nobody runs between the two for nothing', async () => {
    const person = await rich()
    const id = await packageOf(person, 10 * hourMs)
    const { data: quote } = await money.quoteConversion(person, id, 'hour')
    await rental.tick(500_000)
    const { data } = await money.orderConversion(person, id, quote.token)
    expect(Number(quote.back) - Number(data.back)).toBeCloseTo((500 * 2.28) / 3600, 1)
  })

  it('meters from that second and keeps the cards of what runs; nothing is charged twice', async () => {
    const person = await rich('400.00')
    const id = await packageOf(person, 50 * hourMs)
    const [before, cards] = [(await rental.show(person, id)).started_at, await money.cardsOf(id)]
    const at = rental.clock.now().toISOString()
    await money.convert(person, id, 'hour')
    const row = await rental.show(person, id)
    expect(row).toMatchObject({ status: 2, charge_rule: 'hour', expire_at: null, price_hour: '2.28', started_at: before })
    expect(await money.cardsOf(id)).toBe(cards)
    await rental.tick(hourMs)
    const { data: segments } = await person.call(instances.segments, { params: { id } })
    expect(segments).toHaveLength(1)
    expect(segments[0]).toMatchObject({ started_at: at, seconds: 3600, amount: '2.28' })
    expect((await rental.show(person, id)).cost).toBe((50 * 2.28 + 2.28).toFixed(2))
    expect(await money.newestEvent(person, id)).toMatchObject({ title: '转为按量计费', detail: '退回 ¥269.04，此后 ¥2.28/小时' })
  })

  it('frees the cards of what is shut down, and its 15 days begin anew', async () => {
    const person = await rich()
    const id = await rental.rent(person, { charge_rule: 'week', quantity: 3 })
    await money.rest(person, id)
    await rental.clock.advance(16 * msPerDay)
    await money.convert(person, id, 'hour')
    expect(await money.cardsOf(id)).toBe(0)
    const { release_at: releaseAt } = await rental.show(person, id)
    expect(Date.parse(releaseAt!) - rental.clock.now().getTime()).toBe(15 * msPerDay)
  })

  it('gives nothing back where more was used than was paid, and never takes', async () => {
    const office = await addOperatorTeam(rental)
    const activityId = await addRunningActivity(rental, office)
    const person = await rich()
    const id = await packageOf(person, 150 * hourMs, { charge_rule: 'week', quantity: 1, activity_id: activityId })
    const { data } = await money.quoteConversion(person, id, 'hour')
    expect([data.back, data.lines[0]!.detail]).toEqual([
      '0.00',
      '付过的现金 ¥306.44 − 已用 6 天 6 小时 × ¥2.28/小时，不足 0 按 0 计',
    ])
    const before = await money.balanceOf(person)
    await money.orderConversion(person, id, data.token)
    expect(await money.balanceOf(person)).toBe(before)
  })

  it('of stacked orders gives back those not begun in full, and what is over not at all', async () => {
    const person = await rich()
    const id = await packageOf(person, 23 * hourMs, { charge_rule: 'day', quantity: 1 })
    await money.renew(person, [id], 'day', 2)
    await rental.clock.advance(1)
    await money.renew(person, [id], 'week', 1)
    // Two hours on, the first day is over and the two days have been used for one hour.
    await rental.tick(2 * hourMs)
    const { data } = await money.quoteConversion(person, id, 'hour')
    expect(data.lines.map(({ title, amount }) => [title, amount])).toEqual([
      ['还没开始用的时长', '-383.04'],
      ['正在用的时长', (-(109.44 - 2.28)).toFixed(2)],
    ])
    const before = Number(await money.balanceOf(person))
    await money.orderConversion(person, id, data.token)
    expect(Number(await money.balanceOf(person)) - before).toBeCloseTo(383.04 + 107.16, 2)
    const { data: bought } = await person.call(orders.list)
    expect(bought.map(({ refunded, status }) => [refunded, status])).toEqual(
      expect.arrayContaining([
        ['383.04', 'refunded'],
        ['107.16', 'done'],
        ['0.00', 'done'],
      ]),
    )
  })

  it('a day later it is bought again, and what was given back is not given back twice', async () => {
    const person = await rich()
    const id = await packageOf(person, 10 * hourMs)
    await money.convert(person, id, 'hour')
    await money.convert(person, id, 'day')
    const { data } = await money.quoteConversion(person, id, 'hour')
    expect([data.back, data.lines.length]).toEqual(['54.72', 1])
  })

  it('asks for an hour of what then runs, and an instance without a GPU keeps no card', async () => {
    const person = await rich('383.04')
    const id = await packageOf(person, 168 * hourMs - 60_000)
    const { data: quote } = await money.quoteConversion(person, id, 'hour')
    expect(quote).toMatchObject({ back: '0.04', required: '2.28', enough: false })
    expect((await money.orderConversion(person, id, quote.token)).code).toBe(resultCodes.insufficient_balance.code)
    expect(await rental.show(person, id)).toMatchObject({ charge_rule: 'week', status: 2 })
    const other = await rich()
    const second = await packageOf(other, hourMs)
    await money.rest(other, second)
    await other.call(instances.start_without_gpu, { params: { id: second } })
    await rental.reach(second, 2)
    await money.convert(other, second, 'hour')
    expect([await money.cardsOf(second), (await rental.show(other, second)).gpu_mode]).toEqual([0, 'none'])
    const { data: segments } = await other.call(instances.segments, { params: { id: second } })
    expect(segments[0]).toMatchObject({ price_hour: '0.10', ended_at: null })
  })
})

describe('product §5 转换计费: pay-as-you-go becomes a package', () => {
  it('settles to the second, pays the package, and it ends n units from now', async () => {
    const person = await rich()
    const id = await rental.rent(person)
    await person.call(instanceGuards.update, { params: { id }, body: { spend_limit: '50.00' } })
    await rental.tick(1_234_000)
    const { data: quote } = await money.quoteConversion(person, id, 'day', 2)
    expect(quote).toMatchObject({ pay: '109.44', back: '0.00', after: { charge_rule: 'day', price_hour: '2.28' } })
    const now = rental.clock.now().getTime()
    await money.orderConversion(person, id, quote.token)
    const row = await rental.show(person, id)
    expect(row).toMatchObject({ charge_rule: 'day', status: 2, renew_quantity: 2 })
    expect(Date.parse(row.expire_at!) - now).toBe(2 * msPerDay)
    const { data: segments } = await person.call(instances.segments, { params: { id } })
    const used = Math.floor((segments[0]!.seconds * 228) / 3600) / 100
    expect(segments[0]!.settled).toBe(used.toFixed(2))
    expect(await money.balanceOf(person)).toBe((2000 - used - 109.44).toFixed(2))
    expect((await person.call(instanceGuards.get, { params: { id } })).data.spend_limit).toBeNull()
    expect(await money.newestEvent(person, id)).toMatchObject({ title: '转为包日 2 天', detail: '按量计费改为包日' })
  })

  it('takes cards for what is shut down, or refuses and takes no money', async () => {
    const [person, other] = [await rich(), await rich()]
    const id = await rental.rent(person, { model: 'L40S' })
    await money.rest(person, id)
    await rental.rent(other, { model: 'L40S' })
    const paid = await money.balanceOf(person)
    const { data } = await money.quoteConversion(person, id, 'day')
    expect(data.in_stock).toBe(false)
    expect((await money.orderConversion(person, id, data.token)).code).toBe(resultCodes.no_free_gpu.code)
    expect([await money.balanceOf(person), (await rental.show(person, id)).charge_rule]).toEqual([paid, 'hour'])
    await rental.releaseAll(other)
    expect((await money.convert(person, id, 'day')).status).toBe(200)
    expect(await money.cardsOf(id)).toBe(1)
  })

  it('refuses what is billed so already', async () => {
    const person = await rich()
    const [hourly, daily] = [await rental.rent(person), await rental.rent(person, { charge_rule: 'day', quantity: 1 })]
    expect((await money.quoteConversion(person, hourly, 'hour')).code).toBe(resultCodes.same_billing.code)
    const reply = await money.quoteConversion(person, daily, 'week')
    expect([reply.code, reply.message]).toEqual(['00300043', '已经是套餐，要延长时长请用续费'])
  })
})

describe('product §3 One quote, one order', () => {
  it('fifty sends of one key have one effect and one answer', async () => {
    const person = await rich()
    const id = await packageOf(person, 50 * hourMs)
    const before = Number(await money.balanceOf(person))
    const { token } = (await money.quoteConversion(person, id, 'hour')).data
    const replies = await Promise.all(Array.from({ length: 50 }, () => money.orderConversion(person, id, token, 'once')))
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
    expect(replies[0]!.data.back).toBe('269.04')
    expect(Number(await money.balanceOf(person)) - before).toBeCloseTo(269.04, 2)
    const again = await money.orderConversion(person, id, token, 'another-key')
    expect([again.data.order.id, again.data.back]).toEqual([replies[0]!.data.order.id, '269.04'])
    expect(Number(await money.balanceOf(person)) - before).toBeCloseTo(269.04, 2)
  })

  it('refuses a quote of another instance, of another user, an old one, and one of what has changed', async () => {
    const [person, stranger] = [await rich(), await rich()]
    const [id, second] = [await packageOf(person, hourMs), await packageOf(person, hourMs)]
    const { token } = (await money.quoteConversion(person, id, 'hour')).data
    expect((await money.orderConversion(person, second, token)).code).toBe(resultCodes.quote_expired.code)
    expect((await money.orderConversion(stranger, id, token)).code).toBe(resultCodes.not_found.code)
    await money.renew(person, [id])
    expect((await money.orderConversion(person, id, token)).code).toBe(resultCodes.quote_changed.code)
    const { token: late } = (await money.quoteConversion(person, id, 'hour')).data
    await rental.clock.advance(600_001)
    expect((await money.orderConversion(person, id, late)).code).toBe(resultCodes.quote_expired.code)
  })
})
