import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceMoney } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { createInstanceMoneyHelper } from '#tests/support/instance-money.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  person = await rental.addPerson({ balance: '10000.00' })
})
afterAll(() => rental.close())

/** The wish of a person who names the unit like this. */
const wish = (unit: { charge_rule?: 'hour' | 'day' | 'week'; price_unit?: 1 | 2 | 3 }) => {
  const { charge_rule: _, ...form } = rental.formOf()
  return { ...form, ...unit }
}
const quote = (unit: Parameters<typeof wish>[0]) => person.call(orders.quote, { body: wish(unit) })

describe('requirements §9 Price units: 1 hour, 2 day, 3 week', () => {
  it('stand beside the words of what is sold', async () => {
    const units = { hour: 1, day: 2, week: 3 }
    expect((await rental.call(products.list)).data.map(({ price_units: priceUnits }) => priceUnits)).toEqual(Array(3).fill(units))
    expect((await rental.call(products.home)).data.data[0]).toMatchObject({ price_units: units })
  })

  it.each([
    ['hour', 1],
    ['day', 2],
    ['week', 3],
  ] as const)(
    'order by %s as by %i, and are answered with the order, the instance and its changes',
    async (chargeRule, priceUnit) => {
      const byWord = (await quote({ charge_rule: chargeRule })).data
      const { data: byNumber } = await quote({ price_unit: priceUnit })
      expect(byNumber.lines).toEqual(byWord.lines)
      expect((await quote({ charge_rule: chargeRule, price_unit: priceUnit })).data.lines).toEqual(byWord.lines)

      const order = (await person.call(orders.create, { body: { quote: byNumber.token } })).data
      expect(order).toMatchObject({ charge_rule: chargeRule, price_unit: priceUnit })
      expect((await person.call(orders.get, { params: { id: order.id } })).data).toMatchObject({
        charge_rule: chargeRule,
        price_unit: priceUnit,
      })
      await rental.reach(order.instance_id!, 2)
      expect(await rental.show(person, order.instance_id!)).toMatchObject({ charge_rule: chargeRule, price_unit: priceUnit })
      expect((await person.call(instances.list)).data[0]).toMatchObject({ charge_rule: chargeRule, price_unit: priceUnit })

      const to = priceUnit === 1 ? 3 : 1
      const change = await person.call(instanceMoney.convert_quote, {
        params: { id: order.instance_id! },
        body: { price_unit: to, quantity: 1 },
      })
      expect(change.data.before).toMatchObject({ charge_rule: chargeRule, price_unit: priceUnit })
      expect(change.data.after).toMatchObject({ charge_rule: to === 3 ? 'week' : 'hour', price_unit: to })
      await rental.releaseAll(person)
    },
  )

  it('renew a package by the number as by the word', async () => {
    const id = await rental.rent(person, { charge_rule: 'day' })
    const { rows } = (await createInstanceMoneyHelper(rental).quoteRenewal(person, [id], 'week', 2)).data
    const renewal = (priceUnit: 1 | 3) =>
      person.call(instanceMoney.renew_quote, { body: { ids: [id], price_unit: priceUnit, quantity: 2 } })
    expect((await renewal(3)).data.rows).toEqual(rows)
    const refused = await renewal(1)
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([400, ['price_unit']])
    await rental.releaseAll(person)
  })

  it('wait in line by the number', async () => {
    const form = { ...wish({ price_unit: 2 }), gpu_num: 8 }
    const { data } = await person.call(queue.create, { body: { form } })
    expect(data).toMatchObject({ charge_rule: 'day', price_unit: 2 })
    await person.call(queue.cancel, { params: { id: data.id } })
  })

  it.each([
    [{ charge_rule: 'day', price_unit: 3 }, { price_unit: ['计价单位与计费方式不一致，只写其中一个即可'] }],
    [{}, { charge_rule: ['请选择计费方式'] }],
  ] as const)('are refused at their field where they contradict the word or say nothing: %j', async (unit, errors) => {
    const reply = await quote(unit)
    expect([reply.status, reply.errors]).toEqual([400, errors])
  })

  it.each([0, 4, 1.5, '1', null])('are no other numbers: %j', async (priceUnit) => {
    const reply = await quote({ price_unit: priceUnit } as never)
    expect([reply.status, reply.errors]).toEqual([400, { price_unit: ['计价单位为 1（小时）、2（天）或 3（周）'] }])
  })
})
