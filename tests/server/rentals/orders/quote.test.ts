import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { computeInstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type InstanceFormInput, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  person = await rental.addPerson({ balance: '1000.00' })
})
afterAll(() => rental.close())

describe('product §3 A quote', () => {
  it.each<[string, InstanceFormInput, { amount: string; price_hour: string; required: string; lines: string[] }]>([
    ['an hourly card', {}, { amount: '0.00', price_hour: '2.28', required: '2.28', lines: ['2.28', '0.00'] }],
    ['four hourly cards', { gpu_num: 4 }, { amount: '0.00', price_hour: '9.12', required: '9.12', lines: ['9.12', '0.00'] }],
    [
      'an hourly card with 150 GB, 100 of them paid',
      { data_disk: 150 },
      { amount: '0.00', price_hour: '2.31', required: '2.31', lines: ['2.28', '0.03'] },
    ],
    [
      'an hourly card with one paid GB',
      { data_disk: 51 },
      { amount: '0.00', price_hour: '2.2803', required: '2.29', lines: ['2.28', '0.0003'] },
    ],
    [
      'a card whose price is below fen',
      { model: 'L40S' },
      { amount: '0.00', price_hour: '1.2345', required: '1.24', lines: ['1.2345', '0.00'] },
    ],
    ['a day', { charge_rule: 'day' }, { amount: '54.72', price_hour: '2.28', required: '54.72', lines: ['54.72', '0.00'] }],
    [
      'three days',
      { charge_rule: 'day', quantity: 3 },
      { amount: '164.16', price_hour: '2.28', required: '164.16', lines: ['164.16', '0.00'] },
    ],
    ['a week', { charge_rule: 'week' }, { amount: '383.04', price_hour: '2.28', required: '383.04', lines: ['383.04', '0.00'] }],
    [
      'a week of two cards with 1 TB',
      { charge_rule: 'week', gpu_num: 2, data_disk: 1000 },
      { amount: '813.96', price_hour: '4.845', required: '813.96', lines: ['766.08', '47.88'] },
    ],
    [
      'a day with one paid GB',
      { charge_rule: 'day', data_disk: 51 },
      { amount: '54.73', price_hour: '2.2803', required: '54.73', lines: ['54.72', '0.01'] },
    ],
  ])('says what %s costs, to the fen', async (_, wish, expected) => {
    const { data } = await rental.quote(person, wish)
    const { amount, price_hour: priceHour, required, lines } = data
    expect({ amount, price_hour: priceHour, required, lines: lines.map((line) => line.amount) }).toEqual(expected)
  })

  it('says when billing starts and stops, what happens to data, and whether it can be had', async () => {
    const { data } = await rental.quote(person)
    expect(data.starts).toContain('「运行中」')
    expect(data.stops).toContain('关机即停止计费')
    expect(data.data_note).toContain('释放实例时一并永久删除')
    expect(data).toMatchObject({ balance: '1000.00', enough: true, in_stock: true, real_name_passed: true })
    expect(new Date(data.expires_at).getTime() - rental.clock.now().getTime()).toBe(600_000)
    const { data: day } = await rental.quote(person, { charge_rule: 'day' })
    expect(day.starts).toContain('启动失败全额退回')
  })

  it('says what stands in the way', async () => {
    const poor = await rental.addPerson({ balance: '2.27', real_name: false })
    expect((await rental.quote(poor)).data).toMatchObject({ enough: false, real_name_passed: false, in_stock: true })
    expect((await rental.quote(person, { model: 'L40S', gpu_num: 5 })).data.in_stock).toBe(false)
  })

  it.each<[InstanceFormInput, string, string, string]>([
    [{ product_id: 'product-unknown' }, resultCodes.not_found.code, 'product_id', '该产品已下架'],
    [{ image_id: 'image-unknown' }, resultCodes.not_found.code, 'image_id', '镜像不存在或已下线'],
    [{ secret_key_id: 'key-unknown' }, resultCodes.not_found.code, 'secret_key_id', '密钥不存在或已被删除'],
    [{ data_disk: 49 }, resultCodes.invalid.code, 'data_disk', '数据盘至少 50 GB'],
  ])('refuses %j at its field', async (wish, code, field, message) => {
    const reply = await rental.quote(person, wish)
    expect(reply).toMatchObject({ code, message, errors: { [field]: [message] } })
  })

  it("refuses another user's key as one that is not there", async () => {
    const other = await rental.addPerson()
    const { data: key } = await other.call(secretKeys.create, { body: { mode: 'generate', name: 'k' } })
    const reply = await rental.quote(person, { secret_key_id: key.id })
    expect(reply).toMatchObject({ code: resultCodes.not_found.code, errors: { secret_key_id: ['密钥不存在或已被删除'] } })
    expect((await rental.quote(other, { secret_key_id: key.id })).status).toBe(200)
  })

  it('of an instance by the hour is for one unit, whatever quantity was sent', async () => {
    const { data } = await rental.order(person, { quantity: 7 })
    expect(data).toMatchObject({ charge_rule: 'hour', quantity: 1 })
  })
})

describe('product §3 An order names its quote', () => {
  const send = (by: Person, quote: string) => by.call(orders.create, { body: { quote } })
  const tokenFor = async (by: Person, wish?: InstanceFormInput) => (await rental.quote(by, wish)).data.token

  it('for ten minutes', async () => {
    const token = await tokenFor(person)
    await rental.clock.advance(599_000)
    expect((await send(person, token)).status).toBe(200)
    const late = await tokenFor(person)
    await rental.clock.advance(600_000)
    expect((await send(person, late)).code).toBe(resultCodes.quote_expired.code)
  })

  it('as it was signed', async () => {
    const token = await tokenFor(person, { charge_rule: 'day' })
    const [head, payload, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const forge = (change: object, header = head) =>
      [header, Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url'), signature].join('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'quote+jwt' })).toString('base64url')
    const access = await person.token()
    for (const forged of [
      forge({ amount_fen: '0' }),
      forge({ price_micro: '1' }),
      `${none}.${payload}.`,
      `${token}x`,
      'x',
      'a.b.c',
      access,
    ])
      expect((await send(person, forged)).code).toBe(resultCodes.quote_expired.code)
  })

  it('and nobody else may use it', async () => {
    const other = await rental.addPerson()
    expect((await send(other, await tokenFor(person))).code).toBe(resultCodes.quote_expired.code)
  })

  it('once: the same quote again is answered with the same order', async () => {
    const token = await tokenFor(person)
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(person, token)))
    expect(new Set(replies.map((reply) => reply.raw)).size).toBe(1)
    const { total } = await person.call(orders.list, { query: { page_size: 100 } })
    expect((await send(person, token)).data.id).toBe(replies[0]!.data.id)
    expect((await person.call(orders.list, { query: { page_size: 100 } })).total).toBe(total)
  })

  it('at the price it was sold, though the price has changed since', async () => {
    const token = await tokenFor(person, { charge_rule: 'day', model: 'A100 80GB' })
    const { kysely } = rental.deps.database
    const old = await kysely
      .selectFrom('product_prices')
      .selectAll()
      .where('id', '=', 'price-product-a100-80gb')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('product_prices')
      .values({ ...old, id: 'price-new', version: 2, day_micro: old.day_micro * 2n })
      .execute()
    expect((await send(person, token)).data.amount).toBe('165.12')
    expect((await rental.quote(person, { charge_rule: 'day', model: 'A100 80GB' })).data.amount).toBe('330.24')
  })

  it('with a key that is still there', async () => {
    const { data: key } = await person.call(secretKeys.create, { body: { mode: 'generate', name: 'k' } })
    const token = await tokenFor(person, { secret_key_id: key.id })
    await person.call(secretKeys.remove, { params: { id: key.id } })
    expect((await send(person, token)).code).toBe(resultCodes.quote_changed.code)
  })

  it('for a product that is still sold', async () => {
    const token = await tokenFor(person, { model: 'L40S' })
    const { kysely } = rental.deps.database
    await kysely.updateTable('products').set({ on_sale: false }).where('gpu_model', '=', 'L40S').execute()
    expect((await send(person, token)).code).toBe(resultCodes.quote_changed.code)
    await kysely.updateTable('products').set({ on_sale: true }).where('gpu_model', '=', 'L40S').execute()
  })
})

describe('product §5 Prices', () => {
  const micro = fc.bigInt({ min: 1n, max: 10n ** 9n })
  const offer = fc.record({ hour_micro: micro, day_micro: micro, week_micro: micro })
  const wish = fc.record({
    gpu_num: fc.integer({ min: 1, max: 8 }),
    data_disk: fc.integer({ min: 50, max: 2000 }),
    charge_rule: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
    quantity: fc.integer({ min: 1, max: 52 }),
  })
  const anyOffer = { gpu_model: 'X' } as Parameters<typeof computeInstancePrice>[0]

  it('of packages: the lines add up to the amount, whatever the unit prices', () => {
    fc.assert(
      fc.property(offer, wish, (prices, form) => {
        fc.pre(form.charge_rule !== 'hour')
        const { amount_fen: amountFen, lines } = computeInstancePrice({ ...anyOffer, ...prices }, form)
        expect(formatFenAsYuan(lines.reduce((sum, line) => sum + parseYuanToFen(line.amount), 0n))).toBe(
          formatFenAsYuan(amountFen),
        )
      }),
    )
  })

  it('of packages: at least what the units cost, by less than a fen', () => {
    fc.assert(
      fc.property(offer, wish, (prices, form) => {
        const hours = { hour: 1n, day: 24n, week: 168n }[form.charge_rule]
        const unit = { hour: prices.hour_micro, day: prices.day_micro, week: prices.week_micro }[form.charge_rule]
        const period = unit * BigInt(form.gpu_num) + BigInt(form.data_disk - 50) * 300n * hours
        const { amount_fen: amountFen, price_micro: priceMicro } = computeInstancePrice({ ...anyOffer, ...prices }, form)
        if (form.charge_rule === 'hour') expect([amountFen, priceMicro]).toEqual([0n, period])
        else {
          const exact = period * BigInt(form.quantity)
          expect(amountFen * 10_000n >= exact && amountFen * 10_000n < exact + 10_000n).toBe(true)
          expect(priceMicro).toBe(period / hours)
        }
      }),
    )
  })
})
