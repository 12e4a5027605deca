import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { orders } from '#contract/orders.ts'
import {
  canAffordInstance,
  computeImageMicro,
  maxModelInstances,
  quoteNewInstance,
  recordOrder,
} from '#tests/server/money-model/acts/instances.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { ModelInstance } from '#tests/server/money-model/model-instance.ts'
import { computeOrderCashLeft, computeOrderPeriodMs, type ModelOrder } from '#tests/server/money-model/paid-periods.ts'
import { toModelDay } from '#tests/server/money-model/reward.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import { approvePendingChange } from '#tests/support/approve-pending-change.ts'

/** Keeps the quote of a package as an order that waits a quarter of an hour for its money. */
export async function save(life: MoneyLife, step: MoneyStepOf<'save'>): Promise<void> {
  const { reply: quoted, price_fen: priceFen } = await quoteNewInstance(life, step)
  const { data: quote } = quoted
  const body = { quote: quote.token }
  const reply = await life.send(step, (options) => life.person.call(orders.save, { body }, options))
  const full =
    life.pending.filter(({ cancelled, expires_at: expiresAt }) => !cancelled && expiresAt > life.now).length >=
    limits.ordersPendingMax
  if (full) return expect(reply.code).toBe(resultCodes.orders_pending_limit.code)
  const { id, amount, expires_at: expiresAt } = reply.data
  expect(parseYuanToFen(amount)).toBe(priceFen)
  life.pending.push({ id, step, fen: priceFen, expires_at: Date.parse(expiresAt!), cancelled: false })
}

/** Pays or cancels an order that waits, in time or too late. */
export async function conclude(life: MoneyLife, step: MoneyStepOf<'conclude'>): Promise<void> {
  const order = life.pending[step.which % (life.pending.length || 1)]
  if (!order || (step.pay && life.instances.length >= maxModelInstances)) return
  const params = { id: order.id }
  const closed = order.cancelled || order.expires_at <= life.now
  if (!step.pay) {
    await life.send(step, (options) => life.person.call(orders.cancel, { params }, options)).then(({ data }) => data)
    order.cancelled = true
    return
  }
  const { model, gpu_num: gpuNum, rule: chargeRule } = order.step
  const made = new ModelInstance({
    id: '',
    model,
    gpu_num: gpuNum,
    charge_rule: chargeRule,
    image_micro: computeImageMicro(life, order.step),
  })
  const enough = canAffordInstance(life, made, order.fen)
  const reply = await life.send(step, (options) => life.person.call(orders.pay, { params }, options))
  expect(reply.code).toBe(closed ? resultCodes.order_closed.code : enough ? '0' : resultCodes.insufficient_balance.code)
  if (closed || !enough) return
  life.pending.splice(life.pending.indexOf(order), 1)
  recordOrder(life, order.step, reply.data)
}

/** Whether an order has counted for the inviter: only once its time was over, and then nothing comes back of it. */
async function hasCounted(life: MoneyLife, order: ModelOrder): Promise<boolean> {
  const { kysely } = life.world.rental.deps.database
  const row = await kysely.selectFrom('rewarded_orders').selectAll().where('order_id', '=', order.id).executeTakeFirst()
  if (!row) return false
  expect(toModelDay(life.overAt(order))).toBeLessThan(toModelDay(life.now))
  expect(row.cash_fen - row.refunded_fen).toBe(computeOrderCashLeft(order))
  return true
}

/** An operator gives cash of an order back; all of it takes the time back as well. */
export async function refund(life: MoneyLife, step: MoneyStepOf<'refund'>): Promise<void> {
  const all = [...life.orders.values()].filter(({ amount }) => amount > 0n)
  const order = all[step.which % (all.length || 1)]
  if (!order) return
  const left = (await hasCounted(life, order)) ? 0n : computeOrderCashLeft(order)
  const fen = step.full || left === 0n ? (left > 0n ? left : 1n) : (left * BigInt(step.percent) + 99n) / 100n
  const sent = { params: { id: order.id }, body: { amount: formatFenAsYuan(fen), reason: '机房断电补偿' } }
  const [officer] = life.world.finance
  const reply = await life.send(step, (options) => officer.call(operatorOrders.refund, sent, options))
  expect(reply.code).toBe(left === 0n ? resultCodes.order_not_refundable.code : '0')
  if (left === 0n) return
  if (reply.data.refund_pending) expect((await approvePendingChange(life.world.rental, order.id)).code).toBe('0')
  life.refunds(order, fen)
  const instance = life.find(order.instance_id)
  if (fen < left || order.kind === 'lift' || !life.instances.includes(instance)) return
  if (instance.hourly || order.charge_rule === 'hour' || instance.expire_at! <= life.now) return
  instance.expire_at = Math.max(life.now, instance.expire_at! - computeOrderPeriodMs(order))
  instance.time.drop(order, instance.expire_at)
}
