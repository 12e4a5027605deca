import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { orders } from '#contract/orders.ts'
import { type CampaignInput, giveCoupon } from '#tests/support/coupons.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 16)] })
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const reduction = { kind: 'reduction', face: undefined, name: '满 50 减 20', threshold: '50', reduction: '20.00' } as const
const discount = { kind: 'discount', face: undefined, name: '八折', threshold: '0', percent: 80, cap: '8.00' } as const
const stateOf = async (person: Person, id: string) => (await person.call(coupons.get, { params: { id } })).data

describe('product §5 A coupon on one order', () => {
  it.each([
    [reduction, '满减券 满 50 减 20', '满 50 元减 20 元', '-20.00', '34.72'],
    [discount, '折扣券 八折', '无门槛 8 折，最多减 8 元', '-8.00', '46.72'],
    [{ ...discount, cap: null }, '折扣券 八折', '无门槛 8 折', '-10.94', '43.78'],
    [{ ...reduction, reduction: '500' }, '满减券 满 50 减 20', '满 50 元减 500 元', '-54.71', '0.01'],
  ] as [CampaignInput, string, string, string, string][])('takes %j off a day', async (wish, title, detail, off, amount) => {
    const person = await rental.addPerson({ balance: '100.00' })
    const couponId = await giveCoupon(rental, person, wish)
    const { data: quote } = await rental.quote(person, { charge_rule: 'day', coupon_id: couponId })
    expect(quote.amount).toBe(amount)
    expect(quote.lines.at(-1)).toEqual({ title, detail, amount: off })
    const { data: order } = await rental.order(person, { charge_rule: 'day', coupon_id: couponId })
    expect(order).toMatchObject({ amount, discount: off.slice(1), voucher: '0.00' })
    expect(await stateOf(person, couponId)).toMatchObject({ state: 'used_up', spent: off.slice(1), order_id: order.id })
    const again = await rental.quote(person, { charge_rule: 'day', coupon_id: couponId })
    expect(again.errors).toEqual({ coupon_id: ['已经用完'] })
  })

  it.each([
    [{ ...reduction, threshold: '60' }, { charge_rule: 'day' }, '满 60 元可用，还差 5.28 元'],
    [reduction, { charge_rule: 'hour' }, '优惠券用于下单时付款，按量计费下单时不付款'],
    [{ ...reduction, uses: ['renew'] }, { charge_rule: 'day' }, '只能用于续费，不能用于创建实例'],
    [
      { ...reduction, product_ids: [toProductId('A100 80GB')], charge_rules: ['week'] },
      { charge_rule: 'day' },
      '只限包周，这次是包日；只限产品 A100 80GB 一区（一区）',
    ],
  ] as [CampaignInput, { charge_rule: 'day' | 'hour' }, string][])(
    'that is not for it is refused at its field, with every reason: %j',
    async (wish, form, reason) => {
      const person = await rental.addPerson({ balance: '100.00' })
      const couponId = await giveCoupon(rental, person, wish)
      const reply = await rental.quote(person, { ...form, coupon_id: couponId })
      expect([reply.code, reply.errors]).toEqual([resultCodes.coupon_unusable.code, { coupon_id: [reason] }])
    },
  )

  it('of somebody else, or a voucher, does not exist', async () => {
    const [person, other] = await rental.addPeople(2)
    const theirs = await giveCoupon(rental, other!, reduction)
    const voucher = await giveCoupon(rental, person!)
    for (const couponId of [theirs, voucher])
      expect((await rental.quote(person!, { charge_rule: 'day', coupon_id: couponId })).errors).toEqual({
        coupon_id: ['优惠券不存在'],
      })
  })

  it('is used by one of two orders that want it at once', async () => {
    const person = await rental.addPerson({ balance: '200.00' })
    const couponId = await giveCoupon(rental, person, reduction)
    const quotes = [1, 2].map(async () => (await rental.quote(person, { charge_rule: 'day', coupon_id: couponId })).data.token)
    const replies = await Promise.all((await Promise.all(quotes)).map((quote) => person.call(orders.create, { body: { quote } })))
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', resultCodes.coupon_unusable.code])
    expect((await rental.walletOf(person)).cash).toBe('165.28')
  })

  it('is there again when the start fails', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const couponId = await giveCoupon(rental, person, reduction)
    rental.faults.pull_error = 'ImageNotFound'
    const { data: order } = await rental.order(person, { charge_rule: 'day', coupon_id: couponId })
    await rental.reach(order.instance_id!, instanceStatusCodes.abnormal)
    rental.faults.pull_error = undefined
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    expect(await stateOf(person, couponId)).toMatchObject({ state: 'usable', order_id: null, spent: '0.00' })
    expect((await rental.order(person, { charge_rule: 'day', coupon_id: couponId })).data.discount).toBe('20.00')
  })

  it('is kept for an order that waits for its money, and free again when that is cancelled', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const couponId = await giveCoupon(rental, person, reduction)
    const save = async () => {
      const { token } = (await rental.quote(person, { charge_rule: 'day', coupon_id: couponId })).data
      return (await person.call(orders.save, { body: { quote: token } })).data
    }
    const first = await save()
    expect(first).toMatchObject({ status: 'pending', amount: '34.72', discount: '20.00' })
    expect((await rental.quote(person, { charge_rule: 'day', coupon_id: couponId })).code).toBe(resultCodes.coupon_unusable.code)
    await person.call(orders.cancel, { params: { id: first.id } })
    expect(await stateOf(person, couponId)).toMatchObject({ state: 'usable' })
    const second = await save()
    await rental.recharge(person.id, '34.72')
    const paid = await person.call(orders.pay, { params: { id: second.id } })
    expect(paid.data).toMatchObject({ status: 'paid', amount: '34.72', discount: '20.00' })
    expect((await rental.walletOf(person)).cash).toBe('0.00')
  })

  it('is offered with what it saves, the best first, and others with why not', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const best = await giveCoupon(rental, person, reduction)
    const good = await giveCoupon(rental, person, discount)
    const not = await giveCoupon(rental, person, { ...reduction, threshold: '100' })
    const { data } = await person.call(coupons.fit, {
      query: { use: 'create_instance', product_id: toProductId('RTX 4090'), charge_rule: 'day', amount: '54.72' },
    })
    expect(data.map(({ coupon, fits, saves, why_not: whyNot }) => [coupon.id, fits, saves, whyNot])).toEqual([
      [best, true, '20.00', []],
      [good, true, '8.00', []],
      [not, false, '0.00', ['满 100 元可用，还差 45.28 元']],
    ])
  })
})
