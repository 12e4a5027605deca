import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { isActionAllowed } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { computeModelDiscount } from '#tests/server/money-model/model-documents.ts'
import { computePeriodFen, ModelInstance } from '#tests/server/money-model/model-instance.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'

export const maxModelInstances = 3

type NewInstance = Pick<MoneyStepOf<'order'>, 'model' | 'gpu_num' | 'rule' | 'quantity' | 'priced'>

export const computeImageMicro = (life: MoneyLife, { priced }: Pick<NewInstance, 'priced'>): bigint =>
  priced ? life.world.priced.micro : 0n

/** Quotes a new instance; the price is the list's, and `enough` what the model says. */
export async function quoteNewInstance(life: MoneyLife, step: NewInstance, couponId?: string) {
  const { model, gpu_num: gpuNum, rule, quantity, priced } = step
  const image = priced && { image_id: life.world.priced.image_id }
  const wish = { model, gpu_num: gpuNum, charge_rule: rule, quantity, ...image, ...(couponId && { coupon_id: couponId }) }
  const reply = await life.world.rental.quote(life.person, wish)
  const priceFen = computePeriodFen({ model, gpu_num: gpuNum, image_micro: computeImageMicro(life, step) }, rule, quantity)
  return { reply, price_fen: priceFen }
}

/** Whether there is money for a new instance at this price. */
export const canAffordInstance = (life: MoneyLife, made: ModelInstance, fen: bigint): boolean =>
  life.affords(
    made.hourly ? { hour: made } : { order: { fen, purpose: life.purposeOf(made, 'create_instance', made.charge_rule) } },
  )

/** An order for a new instance has gone through. */
export function recordOrder(
  life: MoneyLife,
  step: NewInstance,
  order: { id: string; instance_id: string | null; amount: string },
) {
  const { model, gpu_num: gpuNum, rule: chargeRule, quantity } = step
  const instance = new ModelInstance({
    id: order.instance_id!,
    model,
    gpu_num: gpuNum,
    charge_rule: chargeRule,
    image_micro: computeImageMicro(life, step),
  })
  life.add(instance)
  const bought = { charge_rule: chargeRule, quantity: chargeRule === 'hour' ? 1 : quantity, instance_id: instance.id }
  instance.order = life.paid({ id: order.id, kind: 'create_instance', amount: parseYuanToFen(order.amount), ...bought }, instance)
  if (chargeRule === 'hour') return instance.order
  instance.renew_quantity = quantity
  life.buys(instance, instance.order, life.now)
  return instance.order
}

export async function order(life: MoneyLife, step: MoneyStepOf<'order'>): Promise<void> {
  if (life.instances.length >= maxModelInstances) return
  const coupon = step.coupon ? life.coupons[step.quantity % (life.coupons.length || 1)] : undefined
  const { reply: quoted, price_fen: priceFen } = await quoteNewInstance(life, step, coupon?.id)
  const discount = coupon ? computeModelDiscount(coupon, priceFen, life.now) : 0n
  if (discount === undefined) return expect(quoted.code).toBe(resultCodes.coupon_unusable.code)
  const { data: quote } = quoted
  const fen = priceFen - discount
  const { model, gpu_num: gpuNum, rule: chargeRule } = step
  const made = new ModelInstance({
    id: '',
    model,
    gpu_num: gpuNum,
    charge_rule: chargeRule,
    image_micro: computeImageMicro(life, step),
  })
  const enough = canAffordInstance(life, made, fen)
  expect([parseYuanToFen(quote.amount), quote.enough]).toEqual([fen, enough])
  const body = { quote: quote.token }
  const reply = await life.send(step, (options) => life.person.call(orders.create, { body }, options))
  expect(reply.code).toBe(enough ? '0' : resultCodes.insufficient_balance.code)
  if (!enough) return
  expect(parseYuanToFen(reply.data.discount)).toBe(discount)
  const paid = recordOrder(life, step, reply.data)
  if (coupon) coupon.used_by = paid
}

export const pickInstance = (life: MoneyLife, which: number): ModelInstance | undefined =>
  life.instances[which % (life.instances.length || 1)]

function refusalOf(
  life: MoneyLife,
  instance: ModelInstance,
  action: MoneyStepOf<'act'>['action'],
): keyof typeof resultCodes | undefined {
  if (!isActionAllowed(action, instance.status)) return 'action_not_allowed'
  if (action !== 'start') return undefined
  if (instance.expire_at !== undefined && (instance.expire_at <= life.now || givenBack(life, instance))) return 'package_expired'
  return life.affords(instance.hourly ? { hour: instance } : {}) ? undefined : 'insufficient_balance'
}

/** All that was paid for its time has come back. */
function givenBack(life: MoneyLife, instance: ModelInstance): boolean {
  const sold = [...life.orders.values()].filter(
    ({ instance_id: instanceId, kind }) => instanceId === instance.id && kind !== 'lift',
  )
  return instance.order!.closed && sold.every(({ closed }) => closed)
}

export async function act(life: MoneyLife, step: MoneyStepOf<'act'>): Promise<void> {
  const instance = pickInstance(life, step.which)
  if (!instance) return
  const { action } = step
  const refusal = refusalOf(life, instance, action)
  const params = { id: instance.id }
  const reply = await life.send(step, (options) => life.person.call(instances[action], { params }, options))
  expect(reply.code).toBe(refusal ? resultCodes[refusal].code : '0')
  if (refusal) return
  instance.wants_to_run = action === 'start'
  if (action === 'release') instance.release_asked = true
}
