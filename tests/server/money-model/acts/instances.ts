import { expect } from 'vitest'
import { codes } from '#contract/codes.ts'
import { isAllowed } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { fenOfYuan } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { discountOf } from '#tests/server/money-model/model-documents.ts'
import { ModelInstance, periodFen } from '#tests/server/money-model/model-instance.ts'
import type { StepOf } from '#tests/server/money-model/steps.ts'

export const most_instances = 3

type NewInstance = Pick<StepOf<'order'>, 'model' | 'gpu_num' | 'rule' | 'quantity' | 'priced'>

export const imageMicro = (life: MoneyLife, { priced }: Pick<NewInstance, 'priced'>): bigint =>
  priced ? life.world.priced.micro : 0n

/** Quotes a new instance; the price is the list's, and `enough` what the model says. */
export async function quoteNew(life: MoneyLife, step: NewInstance, coupon_id?: string) {
  const { model, gpu_num, rule, quantity, priced } = step
  const image = priced && { image_id: life.world.priced.image_id }
  const wish = { model, gpu_num, charge_rule: rule, quantity, ...image, ...(coupon_id && { coupon_id }) }
  const reply = await life.world.rental.quote(life.person, wish)
  const price_fen = periodFen({ model, gpu_num, image_micro: imageMicro(life, step) }, rule, quantity)
  return { reply, price_fen }
}

/** Whether there is money for a new instance at this price. */
export const affordsNew = (life: MoneyLife, made: ModelInstance, fen: bigint): boolean =>
  life.affords(
    made.hourly ? { hour: made } : { order: { fen, purpose: life.purposeOf(made, 'create_instance', made.charge_rule) } },
  )

/** An order for a new instance has gone through. */
export function ordered(life: MoneyLife, step: NewInstance, order: { id: string; instance_id: string | null; amount: string }) {
  const { model, gpu_num, rule: charge_rule, quantity } = step
  const instance = new ModelInstance({ id: order.instance_id!, model, gpu_num, charge_rule, image_micro: imageMicro(life, step) })
  life.add(instance)
  const bought = { charge_rule, quantity: charge_rule === 'hour' ? 1 : quantity, instance_id: instance.id }
  instance.order = life.paid({ id: order.id, kind: 'create_instance', amount: fenOfYuan(order.amount), ...bought }, instance)
  if (charge_rule === 'hour') return instance.order
  instance.renew_quantity = quantity
  life.buys(instance, instance.order, life.now)
  return instance.order
}

export async function order(life: MoneyLife, step: StepOf<'order'>): Promise<void> {
  if (life.instances.length >= most_instances) return
  const coupon = step.coupon ? life.coupons[step.quantity % (life.coupons.length || 1)] : undefined
  const { reply: quoted, price_fen } = await quoteNew(life, step, coupon?.id)
  const discount = coupon ? discountOf(coupon, price_fen, life.now) : 0n
  if (discount === undefined) return expect(quoted.code).toBe(codes.coupon_unusable.code)
  const { data: quote } = quoted
  const fen = price_fen - discount
  const { model, gpu_num, rule: charge_rule } = step
  const made = new ModelInstance({ id: '', model, gpu_num, charge_rule, image_micro: imageMicro(life, step) })
  const enough = affordsNew(life, made, fen)
  expect([fenOfYuan(quote.amount), quote.enough]).toEqual([fen, enough])
  const body = { quote: quote.token }
  const reply = await life.send(step, (options) => life.person.call(orders.create, { body }, options))
  expect(reply.code).toBe(enough ? '0' : codes.insufficient_balance.code)
  if (!enough) return
  expect(fenOfYuan(reply.data.discount)).toBe(discount)
  const paid = ordered(life, step, reply.data)
  if (coupon) coupon.used_by = paid
}

export const chosen = (life: MoneyLife, which: number): ModelInstance | undefined =>
  life.instances[which % (life.instances.length || 1)]

function refusalOf(life: MoneyLife, instance: ModelInstance, action: StepOf<'act'>['action']): keyof typeof codes | undefined {
  if (!isAllowed(action, instance.status)) return 'action_not_allowed'
  if (action !== 'start') return undefined
  if (instance.expire_at !== undefined && (instance.expire_at <= life.now || givenBack(life, instance))) return 'package_expired'
  return life.affords(instance.hourly ? { hour: instance } : {}) ? undefined : 'insufficient_balance'
}

/** All that was paid for its time has come back. */
function givenBack(life: MoneyLife, instance: ModelInstance): boolean {
  const sold = [...life.orders.values()].filter(({ instance_id, kind }) => instance_id === instance.id && kind !== 'lift')
  return instance.order!.closed && sold.every(({ closed }) => closed)
}

export async function act(life: MoneyLife, step: StepOf<'act'>): Promise<void> {
  const instance = chosen(life, step.which)
  if (!instance) return
  const { action } = step
  const refusal = refusalOf(life, instance, action)
  const params = { id: instance.id }
  const reply = await life.send(step, (options) => life.person.call(instances[action], { params }, options))
  expect(reply.code).toBe(refusal ? codes[refusal].code : '0')
  if (refusal) return
  instance.wants_to_run = action === 'start'
  if (action === 'release') instance.release_asked = true
}
