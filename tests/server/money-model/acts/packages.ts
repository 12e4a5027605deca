import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { expiry } from '#contract/expiry.ts'
import { instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { pickInstance } from '#tests/server/money-model/acts/instances.ts'
import { shutDownAndSettle } from '#tests/server/money-model/acts/time.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { computePeriodFen, type ModelInstance } from '#tests/server/money-model/model-instance.ts'
import type { ModelOrder, ModelRefund, ResizePrices } from '#tests/server/money-model/paid-periods.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import { toProductId } from '#tests/support/market.ts'

/** Time can be bought for what has run: a package that lasts takes it at any time, anything else when it holds still. */
function mayPrepay(life: MoneyLife, { ever_ran: everRan, status, hourly, expire_at: expireAt }: ModelInstance): boolean {
  if (!everRan || status === instanceStatusCodes.releasing) return false
  if (!hourly && expireAt! > life.now) return true
  return status === instanceStatusCodes.running || status === instanceStatusCodes.shut_down
}

const orderOf = (
  order: { id: string; kind: string; amount: string; charge_rule: ModelOrder['charge_rule']; quantity: number },
  instance: ModelInstance,
) => ({
  id: order.id,
  kind: order.kind,
  charge_rule: order.charge_rule,
  quantity: order.quantity,
  amount: parseYuanToFen(order.amount),
  instance_id: instance.id,
})

/** Time bought for an instance that is there. */
function bought(life: MoneyLife, instance: ModelInstance, order: Parameters<typeof orderOf>[0]): void {
  const paid = life.paid(orderOf(order, instance), instance)
  if (instance.hourly) Object.assign(instance, { expiry: 'stop', renew_quantity: paid.quantity })
  instance.charge_rule = paid.charge_rule
  life.buys(instance, paid, life.now)
}

/** 续费 one, or all there are. */
export async function renew(life: MoneyLife, step: MoneyStepOf<'renew'>): Promise<void> {
  const one = pickInstance(life, step.which)
  if (!one) return
  const asked = step.all ? life.instances : [one]
  const { rule: chargeRule, quantity, policy } = step
  const body = { ids: asked.map(({ id }) => id), charge_rule: chargeRule, quantity }
  const { data: quote } = await life.person.call(instanceMoney.renew_quote, { body })
  const fit = asked.filter(
    (instance) => !instance.hourly && isActionAllowed('renew', instance.status) && mayPrepay(life, instance),
  )
  const prices = fit.map((instance) => computePeriodFen(instance, chargeRule, quantity))
  expect(quote.rows.flatMap(({ id, ok, amount }) => (ok ? [[id, parseYuanToFen(amount)]] : []))).toEqual(
    fit.map(({ id }, nth) => [id, prices[nth]]),
  )
  if (fit.length === 0) return
  const sent = { quote: quote.token, ...(policy && { expiry: policy }) }
  const reply = await life.send(step, (options) => life.person.call(instanceMoney.renew, { body: sent }, options))
  const order = { fen: prices[0]!, purpose: life.purposeOf(fit[0]!, 'renew', chargeRule) }
  if (fit.length === 1) expect([quote.enough, reply.data[0]!.ok]).toEqual([life.affords({ order }), life.affords({ order })])
  for (const { id, ok, code, order: made } of reply.data) {
    if (quote.enough || ok) expect([id, ok]).toEqual([id, true])
    else expect([id, code]).toEqual([id, resultCodes.insufficient_balance.code])
    if (!made) continue
    bought(life, life.find(id), made)
    if (policy) Object.assign(life.find(id), { expiry: policy.policy, renew_quantity: policy.renew_quantity })
  }
}

/** What becomes of it at its end. */
export async function policy(life: MoneyLife, { which, policy }: MoneyStepOf<'policy'>): Promise<void> {
  const instance = pickInstance(life, which)
  if (!instance) return
  const reply = await life.person.call(expiry.update, { params: { id: instance.id }, body: policy })
  expect(reply.code).toBe(instance.hourly ? resultCodes.not_a_package.code : '0')
  if (!instance.hourly) Object.assign(instance, { expiry: policy.policy, renew_quantity: policy.renew_quantity })
}

/** 转换计费, both ways. */
export async function convert(life: MoneyLife, step: MoneyStepOf<'convert'>): Promise<void> {
  const instance = pickInstance(life, step.which)
  if (!instance) return
  const params = { id: instance.id }
  const body = { charge_rule: step.rule, quantity: step.quantity }
  const quoted = await life.person.call(instanceMoney.convert_quote, { params, body })
  const refusal = refusalOf(life, instance, step.rule)
  expect(quoted.code).toBe(refusal ? resultCodes[refusal].code : '0')
  if (refusal) return
  const { data: quote } = quoted
  const back = instance.time.backOnConversion(life.now, instance.priceMicro('hour'))
  const priceFen = computePeriodFen(instance, step.rule, step.quantity)
  const enough =
    step.rule === 'hour' ? affordsHours(life, instance, back.fen) : affordsPeriod(life, instance, step.rule, priceFen)
  const pay = { pay: priceFen, back: step.rule === 'hour' ? back.fen : 0n, enough }
  expect({ pay: parseYuanToFen(quote.pay), back: parseYuanToFen(quote.back), enough: quote.enough }).toEqual(pay)
  const sent = { params, body: { quote: quote.token } }
  const reply = await life.send(step, (options) => life.person.call(instanceMoney.convert, sent, options))
  expect(reply.code).toBe(enough ? '0' : resultCodes.insufficient_balance.code)
  if (!enough) return
  expect(parseYuanToFen(reply.data.back)).toBe(pay.back)
  if (step.rule !== 'hour') return bought(life, instance, reply.data.order)
  life.paid(orderOf(reply.data.order, instance), instance)
  comesBack(life, back)
  life.byTheHour(instance)
}

function refusalOf(life: MoneyLife, instance: ModelInstance, rule: ModelOrder['charge_rule']) {
  if (!isActionAllowed('convert_bill', instance.status)) return 'action_not_allowed' as const
  if (instance.hourly === (rule === 'hour')) return 'same_billing' as const
  return mayPrepay(life, instance) ? undefined : ('action_not_allowed' as const)
}

const affordsHours = (life: MoneyLife, instance: ModelInstance, back: bigint): boolean =>
  instance.wants_to_run ? life.affords({ hour: instance, back }) : life.freeFen() + back >= 0n

const affordsPeriod = (life: MoneyLife, instance: ModelInstance, rule: ModelOrder['charge_rule'], fen: bigint): boolean =>
  life.affords({ order: { fen, purpose: life.purposeOf(instance, 'convert', rule) }, instead_of: instance })

function comesBack(life: MoneyLife, back: ModelRefund): void {
  back.take()
  for (const [order, fen] of back.orders) life.refunds(order, fen)
}

/** 升降配置: one card becomes two, two become one. */
export async function lift(life: MoneyLife, step: MoneyStepOf<'lift'>): Promise<void> {
  const instance = pickInstance(life, step.which)
  if (!instance) return
  if (step.shut_down_first) await shutDownAndSettle(life, instance)
  if (!life.instances.includes(instance)) return
  const gpuNum = 3 - instance.gpu_num
  const params = { id: instance.id }
  const body = { product_id: toProductId(instance.model), gpu_num: gpuNum, data_disk: 50 }
  const quoted = await life.person.call(instanceMoney.lift_quote, { params, body })
  const refusal = liftRefusalOf(life, instance)
  expect(quoted.code).toBe(refusal ? resultCodes[refusal].code : '0')
  if (refusal) return
  const { data: quote } = quoted
  const prices: ResizePrices = {
    from_micro: instance.priceMicro(),
    to_micro: instance.priceMicro(instance.charge_rule, gpuNum),
    hour_micro: instance.priceMicro('hour'),
  }
  const up = gpuNum > instance.gpu_num
  const pay = instance.hourly || !up ? 0n : instance.time.upgradeFen(instance.expire_at!, life.now, prices)
  const back = instance.hourly || up ? undefined : instance.time.backOnDowngrade(life.now, prices)
  const order = { fen: pay, purpose: life.purposeOf(instance, 'lift', instance.charge_rule) }
  const enough = pay === 0n || life.affords({ order })
  const said = { pay: parseYuanToFen(quote.pay), back: parseYuanToFen(quote.back), enough: quote.enough }
  expect(said).toEqual({ pay, back: back?.fen ?? 0n, enough })
  const sent = { params, body: { quote: quote.token } }
  const reply = await life.send(step, (options) => life.person.call(instanceMoney.lift, sent, options))
  expect(reply.code).toBe(enough ? '0' : resultCodes.insufficient_balance.code)
  if (!enough) return
  expect(parseYuanToFen(reply.data.back)).toBe(back?.fen ?? 0n)
  const made = life.paid(orderOf(reply.data.order, instance), instance)
  if (back) comesBack(life, back)
  instance.gpu_num = gpuNum
  if (instance.hourly) return
  // Once it is known what of it vouchers have paid.
  await life.look()
  if (up) instance.time.upgrade(made, life.now, prices)
  else instance.time.downgrade(made, life.now, prices)
}

function liftRefusalOf(life: MoneyLife, instance: ModelInstance) {
  if (!isActionAllowed('lift', instance.status)) return 'action_not_allowed' as const
  if (!instance.ever_ran) return 'never_booted' as const
  return instance.expire_at !== undefined && instance.expire_at <= life.now ? ('package_expired' as const) : undefined
}
