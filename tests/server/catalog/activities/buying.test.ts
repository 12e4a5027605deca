import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activities } from '#contract/activities.ts'
import { resultCodes } from '#contract/codes.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { addOperatorTeam, addRunningActivity, hideActivity, type OperatorTeam } from '#tests/support/activities.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const weekMs = 7 * 86_400_000
const week = { charge_rule: 'week' as const, quantity: 1 }

let rental: RentalPlatform
let office: OperatorTeam
let activityId: string
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32), buildSimulatedHost('host-2', 'L40S', 1)],
  })
  office = await addOperatorTeam(rental)
  activityId = await addRunningActivity(rental, office)
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const rich = () => rental.addPerson({ balance: '2000.00' })
const quote = (person: Person, id: string, activity = activityId) =>
  person.call(activities.quote, { params: { id }, body: { activity_id: activity } })
const buy = (person: Person, id: string, token: string, key?: string) =>
  person.call(
    activities.buy,
    { params: { id }, body: { quote: token } },
    key ? { headers: { 'idempotency-key': key } } : undefined,
  )
const cardsOf = async (id: string) =>
  (await rental.deps.database.kysely.selectFrom('gpus').select('uuid').where('instance_id', '=', id).execute()).length
const balanceOf = async (person: Person) => (await rental.walletOf(person)).cash

describe('product §3 A new instance under an activity', () => {
  it('is quoted and ordered at the price of the activity, and the order keeps it', async () => {
    const person = await rich()
    const quoted = (await rental.quote(person, { ...week, activity_id: activityId })).data
    expect(quoted).toMatchObject({
      amount: '306.44', // 383.04 × 0.8 = 306.432, rounded up to the fen once
      activity: { id: activityId, title: '暑期包周', origin_amount: '383.04' },
    })
    expect(quoted.lines[0]).toMatchObject({ detail: '活动价 ¥306.432/卡/周 × 1 卡 × 1 周' })
    const order = await person.call(orders.create, { body: { quote: quoted.token } })
    expect(order.data).toMatchObject({ amount: quoted.amount, title: '创建实例 训练（RTX 4090 × 1，暑期包周）' })
  })

  it('pays the data disk beyond its free part in full', async () => {
    const person = await rich()
    const wish = { ...week, gpu_num: 2, data_disk: 150 }
    const [usual, under] = [await rental.quote(person, wish), await rental.quote(person, { ...wish, activity_id: activityId })]
    const disk = 100 * 0.0003 * 168
    expect(usual.data.amount).toBe((2 * 383.04 + disk).toFixed(2))
    expect(under.data.amount).toBe((Math.ceil((2 * 306.432 + disk) * 100 - 1e-6) / 100).toFixed(2))
  })

  it('sells the period of the activity and no other', async () => {
    const person = await rich()
    expect((await rental.quote(person, { charge_rule: 'hour', activity_id: activityId })).errors).toHaveProperty('charge_rule')
    expect((await rental.quote(person, { charge_rule: 'day', quantity: 1, activity_id: activityId })).errors).toHaveProperty(
      'charge_rule',
    )
    expect((await rental.quote(person, { ...week, quantity: 2, activity_id: activityId })).errors).toHaveProperty('quantity')
    expect((await rental.quote(person, { ...week, model: 'L40S', activity_id: activityId })).code).toBe(
      resultCodes.activity_over.code,
    )
  })

  it('is refused when it was quoted before the end and ordered after it', async () => {
    const endsAt = new Date(rental.clock.now().getTime() + 300_000).toISOString()
    const short = await addRunningActivity(rental, office, { ends_at: endsAt })
    const person = await rich()
    const { token } = (await rental.quote(person, { ...week, activity_id: short })).data
    await rental.clock.advance(300_000)
    const reply = await person.call(orders.create, { body: { quote: token } })
    expect([reply.status, reply.code]).toEqual([409, '00300021'])
    expect(await balanceOf(person)).toBe('2000.00')
  })

  it('is refused from the moment an operator takes the activity away', async () => {
    const gone = await addRunningActivity(rental, office)
    const person = await rich()
    const { token } = (await rental.quote(person, { ...week, activity_id: gone })).data
    await hideActivity(office, gone)
    expect((await person.call(orders.create, { body: { quote: token } })).code).toBe(resultCodes.activity_over.code)
  })
})

describe('product §4 PUT /instance/{name}/activity', () => {
  it('turns pay-as-you-go into the package, settled to the second, at the price of the activity', async () => {
    const person = await rich()
    const id = await rental.rent(person)
    await person.call(instanceGuards.update, { params: { id }, body: { spend_limit: '50.00' } })
    await rental.tick(250_000)
    const { data } = await quote(person, id)
    expect(data).toMatchObject({
      amount: '306.44',
      origin_amount: '383.04',
      before: { charge_rule: 'hour', price_hour: '2.28', expire_at: null },
      after: { charge_rule: 'week' },
    })
    const before = rental.clock.now().getTime()
    expect((await buy(person, id, data.token)).data).toMatchObject({ kind: 'activity', amount: '306.44', instance_id: id })
    const row = await rental.show(person, id)
    expect(row).toMatchObject({ charge_rule: 'week', status: 2, auto_stop_rule: 'expiry' })
    expect(Date.parse(row.expire_at!) - before).toBe(weekMs)
    const segments = (await person.call(instances.segments, { params: { id } })).data
    expect(segments).toHaveLength(1)
    expect(segments[0]!.ended_at).not.toBeNull()
    const used = Math.floor((segments[0]!.seconds * 228) / 3600) / 100
    expect(await balanceOf(person)).toBe((2000 - used - 306.44).toFixed(2))
    expect((await person.call(instanceGuards.get, { params: { id } })).data.spend_limit).toBeNull()
    const events = (await person.call(instances.events, { params: { id } })).data
    expect(events[0]).toMatchObject({ title: '购买活动时长 1 周（暑期包周）', detail: '按量计费改为包周' })
    await rental.tick(3_600_000)
    expect(await balanceOf(person)).toBe((2000 - used - 306.44).toFixed(2))
  })

  it('extends a package from where it ends', async () => {
    const person = await rich()
    const id = await rental.rent(person, { charge_rule: 'day', quantity: 2 })
    const { expire_at: expireAt } = await rental.show(person, id)
    const { data } = await quote(person, id)
    expect(data.before.expire_at).toBe(expireAt)
    expect(Date.parse(data.after.expire_at) - Date.parse(expireAt!)).toBe(weekMs)
    await buy(person, id, data.token)
    expect((await rental.show(person, id)).expire_at).toBe(data.after.expire_at)
    expect(await balanceOf(person)).toBe((2000 - 2 * 54.72 - 306.44).toFixed(2))
  })

  it('keeps the cards of one that was shut down, and begins an expired package anew', async () => {
    const person = await rich()
    const id = await rental.rent(person, { charge_rule: 'day', quantity: 1 })
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, 7)
    const { kysely } = rental.deps.database
    await kysely.updateTable('instances').set({ expire_at: rental.clock.now() }).where('id', '=', id).execute()
    for (let second = 0; second < 120 && (await cardsOf(id)) > 0; second += 1) await rental.tick(10_000)
    const free = await rental.freeCards('RTX 4090')
    const { data } = await quote(person, id)
    await buy(person, id, data.token)
    expect(await rental.freeCards('RTX 4090')).toBe(free - 1)
    expect(Date.parse((await rental.show(person, id)).expire_at!) - rental.clock.now().getTime()).toBe(weekMs)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, 2)
  })

  it('refuses when its host has no card left for it, and takes no money', async () => {
    const l40s = await addRunningActivity(rental, office, { product_ids: ['product-l40s'] })
    const [person, other] = [await rich(), await rich()]
    const id = await rental.rent(person, { model: 'L40S' })
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, 7)
    const paid = await balanceOf(person)
    await rental.rent(other, { model: 'L40S' })
    const { data } = await quote(person, id, l40s)
    expect(data.in_stock).toBe(false)
    expect((await buy(person, id, data.token)).code).toBe(resultCodes.no_free_gpu.code)
    expect(await balanceOf(person)).toBe(paid)
    expect(await rental.show(person, id)).toMatchObject({ charge_rule: 'hour', expire_at: null })
  })

  it('makes one order of one quote, however often it is sent', async () => {
    const person = await rich()
    const id = await rental.rent(person)
    const { token } = (await quote(person, id)).data
    const replies = await Promise.all([buy(person, id, token), buy(person, id, token, 'k1'), buy(person, id, token, 'k1')])
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    const rows = await person.call(orders.list)
    expect(rows.data.filter(({ kind }) => kind === 'activity')).toHaveLength(1)
  })

  it('refuses a quote of what the instance is not any more, of another instance, and of another user', async () => {
    const person = await rich()
    const [id, second] = [await rental.rent(person), await rental.rent(person)]
    const [first, again] = [(await quote(person, id)).data.token, (await quote(person, id)).data.token]
    await buy(person, id, first)
    expect((await buy(person, id, again)).code).toBe(resultCodes.quote_changed.code)
    expect((await buy(person, second, again)).code).toBe(resultCodes.quote_expired.code)
    const stranger = await rich()
    expect((await buy(stranger, id, again)).code).toBe(resultCodes.not_found.code)
    const creating = (await rental.quote(person, { ...week })).data.token
    expect((await buy(person, second, creating)).code).toBe(resultCodes.quote_expired.code)
  })

  it('refuses what never ran, what is on its way, and who cannot pay', async () => {
    const poor = await rental.addPerson({ balance: '20.00' })
    const id = (await rental.order(poor)).data.instance_id!
    expect((await quote(poor, id)).code).toBe(resultCodes.action_not_allowed.code)
    await rental.reach(id, 2)
    const { data } = await quote(poor, id)
    expect(data).toMatchObject({ enough: false, required: '306.44' })
    expect((await buy(poor, id, data.token)).code).toBe(resultCodes.insufficient_balance.code)
    await rental.act(poor, id, 'shutdown')
    expect((await quote(poor, id)).code).toBe(resultCodes.action_not_allowed.code)
  })

  it('refuses activities that are for new instances only', async () => {
    const onlyNew = await addRunningActivity(rental, office, { for_existing: false })
    const person = await rich()
    const id = await rental.rent(person)
    expect((await quote(person, id, onlyNew)).code).toBe(resultCodes.activity_not_eligible.code)
  })
})

describe('Limits of an activity under parallel orders', () => {
  it('hand out exactly the stock to twelve people at once', async () => {
    const few = await addRunningActivity(rental, office, { stock: 3, per_user: 1 })
    const people = await rental.addPeople(12, { balance: '500.00' })
    const tokens = await rental.quotesFor(people, { ...week, activity_id: few })
    const replies = await Promise.all(people.map((person, i) => person.call(orders.create, { body: { quote: tokens[i]! } })))
    const codesSeen = replies.map(({ code }) => code).sort()
    expect(codesSeen).toEqual([...Array(3).fill('0'), ...Array(9).fill(resultCodes.activity_used_up.code)])
  })

  it('let one person have their share once, by whatever way', async () => {
    const once = await addRunningActivity(rental, office, { per_user: 1 })
    const person = await rich()
    const id = await rental.rent(person)
    const tokens = await rental.quotesFor(Array(4).fill(person), { ...week, activity_id: once })
    const { token } = (await quote(person, id, once)).data
    const replies = await Promise.all([
      buy(person, id, token),
      ...tokens.map((creating) => person.call(orders.create, { body: { quote: creating } })),
    ])
    const sold = replies.filter(({ status }) => status === 200)
    expect(sold).toHaveLength(1)
    for (const reply of replies) if (reply.status !== 200) expect(reply.code).toBe(resultCodes.activity_not_eligible.code)
  })

  it('give a share back when the instance never started', async () => {
    const one = await addRunningActivity(rental, office, { stock: 1 })
    const [first, second] = [await rich(), await rich()]
    const { data } = await rental.order(first, { ...week, activity_id: one })
    await rental.act(first, data.instance_id!, 'release')
    await rental.tick(5_000)
    await rental.tick(5_000)
    expect(await balanceOf(first)).toBe('2000.00')
    expect((await rental.order(second, { ...week, activity_id: one })).status).toBe(200)
  })
})
