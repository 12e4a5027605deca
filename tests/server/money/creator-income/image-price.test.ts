import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { queue } from '#contract/queue.ts'
import { wallet } from '#contract/wallet.ts'
import { computeInstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { addOperatorTeam, addRunningActivity } from '#tests/support/activities.ts'
import { createInstanceMoneyHelper, hourMs, msPerDay } from '#tests/support/instance-money.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { testImageId as baseImage, buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { addPricedImage, type PricedImage } from '#tests/support/priced-images.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

let rental: RentalPlatform
let money: ReturnType<typeof createInstanceMoneyHelper>
let work: ReturnType<typeof createLongTaskHelper>
let author: Person
/** ¥0.50 and ¥1.20 an hour. */
let half: PricedImage
let dear: PricedImage
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32)] })
  money = createInstanceMoneyHelper(rental)
  work = createLongTaskHelper(rental)
  author = await rental.addPerson({ balance: '1000.00' })
  half = await addPricedImage(rental, author, 50)
  dear = await addPricedImage(rental, author, 120)
})
afterEach(async () => expect(await rental.audit()).toEqual([]))
afterAll(() => rental.close())

const rich = () => rental.addPerson({ balance: '3000.00' })
const changeTo = (person: Person, id: string, imageId: string, imagePriceHour?: string) =>
  person.call(instances.change_image, {
    params: { id },
    body: { image_id: imageId, ...(imagePriceHour && { image_price_hour: imagePriceHour }) },
  })
const segmentsOf = async (person: Person, id: string) => (await person.call(instances.segments, { params: { id } })).data
const periodsOf = (instanceId: string) =>
  rental.deps.database.kysely
    .selectFrom('image_periods')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()

describe('product §7 The price of an image', () => {
  it('stands beside the GPU in the quote, and is metered with it to the second', async () => {
    const person = await rich()
    const { data: quote } = await rental.quote(person, { image_id: half.image_id })
    expect(quote).toMatchObject({ price_hour: '2.78', amount: '0.00' })
    expect(quote.lines.map(({ title, amount }) => [title, amount])).toEqual([
      ['RTX 4090 × 1', '2.28'],
      ['数据盘 50 GB', '0.00'],
      ['镜像 推理环境 1.0', '0.50'],
    ])
    const id = await rental.rent(person, { image_id: half.image_id })
    await rental.tick(600_000)
    await money.rest(person, id)
    expect(await rental.show(person, id)).toMatchObject({ price_hour: '2.78', image_price_hour: '0.50' })
    const [segment] = await segmentsOf(person, id)
    expect(segment).toMatchObject({ price_hour: '2.78', image_price_hour: '0.50' })
    expect(parseYuanToFen(segment!.amount)).toBe((2_780_000n * BigInt(segment!.seconds)) / 36_000_000n)
    await rental.releaseAll(person)
  })

  it('is not paid without a GPU', async () => {
    const person = await rich()
    const id = await rental.rent(person, { image_id: half.image_id })
    await money.rest(person, id)
    await person.call(instances.start_without_gpu, { params: { id } })
    await rental.reach(id, instanceStatusCodes.running)
    await rental.tick(600_000)
    expect(await rental.audit()).toEqual([])
    await money.rest(person, id)
    expect((await segmentsOf(person, id))[0]).toMatchObject({ price_hour: '0.10', image_price_hour: '0.00' })
    await rental.releaseAll(person)
  })

  it('is not paid by its author, nor by his sub-accounts', async () => {
    expect((await rental.quote(author, { image_id: half.image_id })).data).toMatchObject({ price_hour: '2.28' })
    const sub = await addSubAccount(rental, author.id)
    const { token } = (await rental.quote(author, { image_id: half.image_id })).data
    expect(token).not.toBe('')
    const { getImagePrice: imagePriceFor } = await import('#server/domains/catalog/community/image-prices.service.ts')
    const db = rental.deps.database.kysely
    expect((await imagePriceFor(db, sub, half.image_id)).image_price_micro).toBe(0n)
    expect((await imagePriceFor(db, (await rich()).id, half.image_id)).image_price_micro).toBe(500_000n)
    const id = await rental.rent(author, { image_id: half.image_id })
    await rental.tick(600_000)
    await rental.releaseAll(author)
    expect((await segmentsOf(author, id))[0]).toMatchObject({ price_hour: '2.28', image_price_hour: '0.00' })
  })

  it('is prepaid with a package, hour by hour of the period', async () => {
    const person = await rich()
    const { data: quote } = await rental.quote(person, { image_id: half.image_id, charge_rule: 'day', quantity: 2 })
    expect(quote).toMatchObject({ amount: '133.44', price_hour: '2.78' })
    expect(quote.lines.at(-1)).toMatchObject({ title: '镜像 推理环境 1.0', amount: '24.00' })
    const id = await rental.rent(person, { image_id: half.image_id, charge_rule: 'day', quantity: 2 })
    const [period] = await periodsOf(id)
    expect(period!.ends_at.getTime() - period!.starts_at.getTime()).toBe(2 * msPerDay)
    expect(period).toMatchObject({ price_micro: 500_000n, version_id: half.version_id })
    expect((await money.quoteRenewal(person, [id])).data).toMatchObject({ amount: '66.72' })
    await money.renew(person, [id])
    const [, renewed] = await periodsOf(id)
    expect(renewed).toMatchObject({ starts_at: period!.ends_at, price_micro: 500_000n })
    await rental.releaseAll(person)
  })

  it('counts with the used hours when a package becomes pay-as-you-go, and its time ends', async () => {
    const person = await rich()
    const id = await rental.rent(person, { image_id: half.image_id, charge_rule: 'week' })
    const paid = parseYuanToFen('467.04')
    const [bought] = await periodsOf(id)
    await rental.clock.advance(50 * hourMs - (rental.clock.now().getTime() - bought!.starts_at.getTime()))
    const { data: quote } = await money.quoteConversion(person, id, 'hour')
    expect(parseYuanToFen(quote.back)).toBe(paid - 50n * 278n)
    await money.orderConversion(person, id, quote.token)
    const [period] = await periodsOf(id)
    expect(period!.ends_at.getTime() - period!.starts_at.getTime()).toBe(50 * hourMs)
    await rental.releaseAll(person)
  })

  it('is the same for any number of cards', async () => {
    const person = await rich()
    const id = await rental.rent(person, { image_id: half.image_id })
    await money.rest(person, id)
    expect((await money.quoteLift(person, id, { gpu_num: 2 })).data.after).toMatchObject({ price_hour: '5.06' })
    await money.lift(person, id, { gpu_num: 2 })
    expect(await rental.show(person, id)).toMatchObject({ price_hour: '5.06', image_price_hour: '0.50' })
    await rental.releaseAll(person)
  })

  it('is not reduced by an activity', async () => {
    const person = await rich()
    const activityId = await addRunningActivity(rental, await addOperatorTeam(rental))
    const { data } = await rental.quote(person, { image_id: half.image_id, charge_rule: 'week', activity_id: activityId })
    expect(data.lines.map(({ amount }) => amount)).toEqual(['306.44', '0.00', '84.00'])
    expect(data.amount).toBe('390.44')
  })

  it('goes with what is saved from it or cloned', async () => {
    const person = await rich()
    const id = await work.rentAndStop(person, { image_id: half.image_id })
    await work.save(person, id)
    await rental.tick(120_000)
    const [saved] = await work.imagesOf(person)
    expect((await rental.quote(person, { image_id: saved!.id })).data.price_hour).toBe('2.78')
    const { data: order } = await work.clone(person, id, { nick_name: '副本' })
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
    expect(await rental.show(person, order.instance_id!)).toMatchObject({ price_hour: '2.78', image_price_hour: '0.50' })
    await rental.releaseAll(person)
  })

  it('is kept to by the price limit of those who queue for a new instance', async () => {
    const [owner, otherOwner] = [await rental.addPerson({ balance: '99999.00' }), await rental.addPerson({ balance: '99999.00' })]
    for (const each of [owner, owner, otherOwner, owner]) await rental.rent(each, { gpu_num: 8 })
    const person = await rich()
    const form = rental.formOf({ image_id: half.image_id })
    await person.call(queue.create, { body: { form, max_price_hour: '2.5' } })
    const other = await person.call(queue.create, { body: { form, max_price_hour: '2.8' } })
    await rental.releaseAll(otherOwner)
    await rental.tick(120_000)
    const { data } = await person.call(queue.list)
    expect(data.find(({ id }) => id === other.data.id)).toMatchObject({ state: 'done' })
    expect(data.filter(({ state }) => state === 'waiting')).toMatchObject([{ held: true }])
    expect((await person.call(instances.list)).data).toMatchObject([{ price_hour: '2.78', image_price_hour: '0.50' }])
    await rental.releaseAll(owner)
    await rental.releaseAll(person)
  })
})

describe('product §7 Another image', () => {
  it('of pay-as-you-go is confirmed with its price, and counts from the next boot', async () => {
    const person = await rich()
    const id = await rental.rent(person)
    await money.rest(person, id)
    expect(await changeTo(person, id, half.image_id)).toMatchObject({ code: resultCodes.quote_changed.code })
    expect((await changeTo(person, id, half.image_id, '0.40')).code).toBe(resultCodes.quote_changed.code)
    expect((await changeTo(person, id, half.image_id, '0.50')).data).toMatchObject({
      price_hour: '2.78',
      image_price_hour: '0.50',
    })
    await rental.act(person, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    await rental.tick(600_000)
    await money.rest(person, id)
    expect((await segmentsOf(person, id)).map(({ image_price_hour: imagePriceHour }) => imagePriceHour)).toEqual(['0.50', '0.00'])
    expect((await changeTo(person, id, baseImage)).data).toMatchObject({ price_hour: '2.28', image_price_hour: '0.00' })
    await rental.releaseAll(person)
  })

  it('of a package is refused when it is dearer; a cheaper one leaves the package as it was sold', async () => {
    const person = await rich()
    const id = await rental.rent(person, { image_id: half.image_id, charge_rule: 'day' })
    await money.rest(person, id)
    const refused = await changeTo(person, id, dear.image_id, '1.20')
    expect([refused.code, refused.message]).toEqual([
      resultCodes.package_image_dearer.code,
      resultCodes.package_image_dearer.message,
    ])
    expect((await changeTo(person, id, baseImage)).data).toMatchObject({ price_hour: '2.78', image_price_hour: '0.50' })
    expect(await periodsOf(id)).toMatchObject([{ version_id: half.version_id }])
    expect((await money.quoteRenewal(person, [id])).data).toMatchObject({ amount: '54.72' })
    // Used hours count what they were sold at; from now on the image is free.
    await rental.clock.advance(10 * hourMs)
    const { data } = await money.quoteConversion(person, id, 'hour')
    expect(data.after.price_hour).toBe('2.28')
    expect(data.lines[0]!.detail).toContain('¥2.78/小时')
    await rental.releaseAll(person)
  })

  it('between a quote and its order is another price', async () => {
    const person = await rich()
    const id = await rental.rent(person)
    await money.rest(person, id)
    const { data: quote } = await money.quoteConversion(person, id, 'day')
    await changeTo(person, id, half.image_id, '0.50')
    expect((await money.orderConversion(person, id, quote.token)).code).toBe(resultCodes.quote_changed.code)
    await rental.releaseAll(person)
  })

  it('of what is cloned is seen at the order', async () => {
    const person = await rich()
    const id = await work.rentAndStop(person, { image_id: half.image_id })
    const { data: quote } = await rental.quote(person, { clone: { instance_id: id, copy_data: false } })
    await changeTo(person, id, baseImage)
    const reply = await person.call(orders.create, { body: { quote: quote.token } })
    expect([resultCodes.quote_changed.code, resultCodes.never_booted.code]).toContain(reply.code)
    await rental.releaseAll(person)
  })
})

describe('product §5 The lines of a price with an image', () => {
  it('add up to the amount, whatever the prices', () => {
    const micro = fc.bigInt({ min: 1n, max: 10n ** 9n })
    const offer = fc.record({ hour_micro: micro, day_micro: micro, week_micro: micro })
    const wish = fc.record({
      gpu_num: fc.integer({ min: 1, max: 8 }),
      data_disk: fc.integer({ min: 50, max: 2000 }),
      charge_rule: fc.constantFrom('day' as const, 'week' as const),
      quantity: fc.integer({ min: 1, max: 52 }),
    })
    fc.assert(
      fc.property(offer, wish, fc.bigInt({ min: 1n, max: 1000n }), (prices, form, fen) => {
        const image = { image_price_micro: fen * 10_000n, image_version_id: 'v', title: 'x' }
        const any = { gpu_model: 'X', ...prices } as Parameters<typeof computeInstancePrice>[0]
        const [without, priced] = [computeInstancePrice(any, form), computeInstancePrice(any, form, { image })]
        const hours = form.charge_rule === 'day' ? 24n : 168n
        expect(priced.amount_fen - without.amount_fen).toBe(fen * hours * BigInt(form.quantity))
        expect(priced.price_micro - without.price_micro).toBe(image.image_price_micro)
        expect(priced.lines.reduce((sum, { amount }) => sum + parseYuanToFen(amount), 0n)).toBe(priced.amount_fen)
      }),
    )
  })

  it('are in the gate: an hour of the whole must be covered', async () => {
    const person = await rental.addPerson({ balance: '2.50' })
    expect((await rental.quote(person)).data.enough).toBe(true)
    expect((await rental.quote(person, { image_id: half.image_id })).data).toMatchObject({ enough: false, required: '2.78' })
    expect((await person.call(wallet.get)).data.cash).toBe('2.50')
  })
})
