import { type ConvertBillingForm, instanceMoney, type ResizeForm } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export const hourMs = 3_600_000
export const msPerDay = 24 * hourMs

/** Payment actions on an instance: first the quote, then the order for it. */
export function createInstanceMoneyHelper(rental: RentalPlatform) {
  const keyed = (key?: string) => (key ? { headers: { 'idempotency-key': key } } : undefined)
  const quoteRenewal = (person: Person, ids: readonly string[], chargeRule: 'day' | 'week' = 'day', quantity = 1) =>
    person.call(instanceMoney.renew_quote, { body: { ids: [...ids], charge_rule: chargeRule, quantity } })
  const quoteLift = (person: Person, id: string, { model = 'RTX 4090', ...form }: Partial<ResizeForm> & { model?: string }) =>
    person.call(instanceMoney.lift_quote, {
      params: { id },
      body: { product_id: toProductId(model), gpu_num: 1, data_disk: 50, ...form },
    })
  const quoteConversion = (person: Person, id: string, chargeRule: ConvertBillingForm['charge_rule'], quantity = 1) =>
    person.call(instanceMoney.convert_quote, { params: { id }, body: { charge_rule: chargeRule, quantity } })
  const { kysely } = rental.deps.database
  return {
    quoteRenewal,
    quoteLift,
    quoteConversion,
    orderRenewal: (person: Person, quote: string, key?: string) =>
      person.call(instanceMoney.renew, { body: { quote } }, keyed(key)),
    orderLift: (person: Person, id: string, quote: string, key?: string) =>
      person.call(instanceMoney.lift, { params: { id }, body: { quote } }, keyed(key)),
    orderConversion: (person: Person, id: string, quote: string, key?: string) =>
      person.call(instanceMoney.convert, { params: { id }, body: { quote } }, keyed(key)),
    renew: async (person: Person, ids: readonly string[], chargeRule: 'day' | 'week' = 'day', quantity = 1) =>
      person.call(instanceMoney.renew, { body: { quote: (await quoteRenewal(person, ids, chargeRule, quantity)).data.token } }),
    lift: async (person: Person, id: string, form: Parameters<typeof quoteLift>[2]) =>
      person.call(instanceMoney.lift, { params: { id }, body: { quote: (await quoteLift(person, id, form)).data.token } }),
    convert: async (person: Person, id: string, rule: ConvertBillingForm['charge_rule'], quantity = 1) =>
      person.call(instanceMoney.convert, {
        params: { id },
        body: { quote: (await quoteConversion(person, id, rule, quantity)).data.token },
      }),
    balanceOf: async (person: Person) => (await rental.walletOf(person)).cash,
    cardsOf: async (id: string) =>
      (await kysely.selectFrom('gpus').select('uuid').where('instance_id', '=', id).execute()).length,
    /** Shuts down the instance and waits until it is off. */
    rest: async (person: Person, id: string) => {
      await rental.act(person, id, 'shutdown')
      await rental.reach(id, 7)
    },
    /** Sets the end of a package, as if it had been bought that much earlier. */
    endAt: (id: string, at: Date) => kysely.updateTable('instances').set({ expire_at: at }).where('id', '=', id).execute(),
    titles: async (person: Person) =>
      (await person.call(notifications.list, { query: { page_size: 100 } })).data.map(({ title }) => title),
    newestEvent: async (person: Person, id: string) => (await person.call(instances.events, { params: { id } })).data[0]!,
  }
}

export type InstanceMoneyHelper = ReturnType<typeof createInstanceMoneyHelper>
