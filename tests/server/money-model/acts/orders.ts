import { expect } from 'vitest'
import { codes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { operator_orders } from '#contract/operator/money.ts'
import { orders } from '#contract/orders.ts'
import { affordsNew, imageMicro, most_instances, ordered, quoteNew } from '#tests/server/money-model/acts/instances.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { ModelInstance } from '#tests/server/money-model/model-instance.ts'
import { leftOf, type ModelOrder, periodMs } from '#tests/server/money-model/paid-periods.ts'
import { dayOf } from '#tests/server/money-model/reward.ts'
import type { StepOf } from '#tests/server/money-model/steps.ts'
import { approvePending } from '#tests/support/approve-pending-change.ts'

/** Keeps the quote of a package as an order that waits a quarter of an hour for its money. */
export async function save(life: MoneyLife, step: StepOf<'save'>): Promise<void> {
  const { reply: quoted, price_fen } = await quoteNew(life, step)
  const { data: quote } = quoted
  const body = { quote: quote.token }
  const reply = await life.send(step, (options) => life.person.call(orders.save, { body }, options))
  const full =
    life.pending.filter(({ cancelled, expires_at }) => !cancelled && expires_at > life.now).length >= limits.orders_pending_max
  if (full) return expect(reply.code).toBe(codes.orders_pending_limit.code)
  const { id, amount, expires_at } = reply.data
  expect(fenOfYuan(amount)).toBe(price_fen)
  life.pending.push({ id, step, fen: price_fen, expires_at: Date.parse(expires_at!), cancelled: false })
}

/** Pays or cancels an order that waits, in time or too late. */
export async function conclude(life: MoneyLife, step: StepOf<'conclude'>): Promise<void> {
  const order = life.pending[step.which % (life.pending.length || 1)]
  if (!order || (step.pay && life.instances.length >= most_instances)) return
  const params = { id: order.id }
  const closed = order.cancelled || order.expires_at <= life.now
  if (!step.pay) {
    await life.send(step, (options) => life.person.call(orders.cancel, { params }, options)).then(({ data }) => data)
    order.cancelled = true
    return
  }
  const { model, gpu_num, rule: charge_rule } = order.step
  const made = new ModelInstance({ id: '', model, gpu_num, charge_rule, image_micro: imageMicro(life, order.step) })
  const enough = affordsNew(life, made, order.fen)
  const reply = await life.send(step, (options) => life.person.call(orders.pay, { params }, options))
  expect(reply.code).toBe(closed ? codes.order_closed.code : enough ? '0' : codes.insufficient_balance.code)
  if (closed || !enough) return
  life.pending.splice(life.pending.indexOf(order), 1)
  ordered(life, order.step, reply.data)
}

/** Whether an order has counted for the inviter: only once its time was over, and then nothing comes back of it. */
async function hasCounted(life: MoneyLife, order: ModelOrder): Promise<boolean> {
  const { kysely } = life.world.rental.deps.database
  const row = await kysely.selectFrom('rewarded_orders').selectAll().where('order_id', '=', order.id).executeTakeFirst()
  if (!row) return false
  expect(dayOf(life.overAt(order))).toBeLessThan(dayOf(life.now))
  expect(row.cash_fen - row.refunded_fen).toBe(leftOf(order))
  return true
}

/** An operator gives cash of an order back; all of it takes the time back as well. */
export async function refund(life: MoneyLife, step: StepOf<'refund'>): Promise<void> {
  const all = [...life.orders.values()].filter(({ amount }) => amount > 0n)
  const order = all[step.which % (all.length || 1)]
  if (!order) return
  const left = (await hasCounted(life, order)) ? 0n : leftOf(order)
  const fen = step.full || left === 0n ? (left > 0n ? left : 1n) : (left * BigInt(step.percent) + 99n) / 100n
  const sent = { params: { id: order.id }, body: { amount: yuanOfFen(fen), reason: '机房断电补偿' } }
  const [officer] = life.world.finance
  const reply = await life.send(step, (options) => officer.call(operator_orders.refund, sent, options))
  expect(reply.code).toBe(left === 0n ? codes.order_not_refundable.code : '0')
  if (left === 0n) return
  if (reply.data.refund_pending) expect((await approvePending(life.world.rental, order.id)).code).toBe('0')
  life.refunds(order, fen)
  const instance = life.find(order.instance_id)
  if (fen < left || order.kind === 'lift' || !life.instances.includes(instance)) return
  if (instance.hourly || order.charge_rule === 'hour' || instance.expire_at! <= life.now) return
  instance.expire_at = Math.max(life.now, instance.expire_at! - periodMs(order))
  instance.time.drop(order, instance.expire_at)
}
