import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { chargeRules } from '#contract/instances.ts'
import { formatFenAsYuan, formatFenText } from '#contract/money.ts'
import type { OperatorOrderDetail } from '#contract/operator/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { hasCountedForReward } from '#server/domains/accounts/invitations/reward-counted.service.ts'
import { computePeriodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { shortenImagePeriods } from '#server/domains/money/creator-income/image-periods.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { revokeBoughtTime } from '#server/domains/rentals/instances/revoke-time.service.ts'
import { orderDetailRepo } from '#server/domains/rentals/orders/order-detail.repo.ts'
import { presentOrderDetail } from '#server/domains/rentals/orders/order-detail.service.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { getRefundableFen, refundLockedOrder } from '#server/domains/rentals/orders/refund.service.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const countedForRewardText = '这个订单的时长已结束，并计入了邀请奖励，不能再退款；要补偿请用余额调整。'

const isTimeOrder = (order: Pick<OrderRow, 'kind' | 'charge_rule'>): order is { kind: string; charge_rule: 'day' | 'week' } =>
  order.kind !== 'lift' && order.charge_rule !== 'hour'

const getNoRefundReason = async (db: Kysely<DB>, orderId: string): Promise<string> =>
  (await hasCountedForReward(db, orderId)) ? countedForRewardText : '没有支付，或者已经全部退回。'

type PresenterDeps = Pick<Deps, 'clock' | 'keys'>

/** Describes in advance what a full refund does to the instance. */
function describeRefundEffect(
  order: OrderRow,
  instance: { charge_rule: string; expire_at: Date | null } | undefined,
  now: Date,
): string {
  if (!isTimeOrder(order) || !instance?.expire_at || instance.charge_rule === 'hour' || instance.expire_at <= now)
    return '实例不受影响，只退钱。'
  const rule = chargeRules[order.charge_rule]
  return `全部退回时收回这个订单买到的时长（${rule} ${order.quantity} 份）：到期时间提前，不早于现在；提前到现在的实例会自动关机，数据保留 15 天。部分退款不影响实例。代金券不退。`
}

async function present(deps: PresenterDeps, db: Kysely<DB>, row: OrderRow): Promise<z.input<typeof OperatorOrderDetail>> {
  const repo = orderDetailRepo(db)
  const now = deps.clock.now()
  const refundableFen = await getRefundableFen(db, row)
  const instance = row.instance_id ? await repo.instance(row.instance_id) : undefined
  return {
    ...(await presentOrderDetail(deps, db, row)),
    owner: { id: row.user_id, nickname: await repo.nickname(row.user_id) },
    product: await repo.product(row.price_id),
    instance_released: (instance?.released_at ?? null) !== null,
    refundable: formatFenAsYuan(refundableFen),
    refund_pending: await repo.isRefundPending(row.id),
    refund_effect: refundableFen === 0n ? await getNoRefundReason(db, row.id) : describeRefundEffect(row, instance, now),
  }
}

/** Returns an order as finance sees it. */
export async function loadOperatorOrder(
  deps: PresenterDeps,
  db: Kysely<DB>,
  id: string,
): Promise<z.input<typeof OperatorOrderDetail>> {
  const row = await ordersRepo(db).findAny(id)
  if (!row) throw new Refusal('not_found')
  return present(deps, db, row)
}

export const getOperatorOrder = ({ deps }: Context, id: string) => loadOperatorOrder(deps, deps.database.kysely, id)

/** Locks an order for a refund. Lock order: instance, owner's wallet, order. */
export async function lockOrderForRefund(trx: Transaction<DB>, id: string): Promise<OrderRow> {
  const found = await ordersRepo(trx).findAny(id)
  if (!found) throw new Refusal('not_found')
  if (found.instance_id !== null) await lockInstance(trx, found.instance_id)
  await getCashBalance(trx, found.user_id, { lock: true })
  await ordersRepo(trx).lock(id)
  return (await ordersRepo(trx).findAny(id))!
}

/**
 * Throws if the order was not paid in cash, is already refunded, or has counted for an inviter's reward. Returns whether the
 * whole rest is refunded.
 */
export async function assertRefundable(trx: Transaction<DB>, order: OrderRow, cashFen: bigint): Promise<{ full: boolean }> {
  const refundableFen = await getRefundableFen(trx, order)
  if (refundableFen === 0n)
    throw new Refusal('order_not_refundable', (await hasCountedForReward(trx, order.id)) ? { message: countedForRewardText } : {})
  if (cashFen > refundableFen) throw createFieldRefusal('invalid', 'amount', `最多可退 ${formatFenText(refundableFen)} 元`)
  return { full: cashFen === refundableFen }
}

/**
 * Refunds cash of a locked order to the balance. A full refund also revokes the time that the order bought (product §5, §10).
 * Returns the new order status.
 */
export async function refundOrder(
  tx: Tx,
  order: OrderRow,
  back: { cash_fen: bigint; reason: string; operator_id: string },
): Promise<string> {
  const now = tx.now()
  const { id, user_id: userId, instance_id: instanceId } = order
  const { cash_fen: cashFen, reason } = back
  const { full } = await assertRefundable(tx.db, order, cashFen)
  const ended =
    full && isTimeOrder(order) && instanceId !== null
      ? await revokeBoughtTime(tx, instanceId, computePeriodMs(order.charge_rule, order.quantity))
      : null
  const tookTime = ended !== null
  if (ended) await shortenImagePeriods(tx.db, { instance_id: instanceId!, order_id: id, ms: ended.taken_ms }, now)
  await refundLockedOrder(tx, order, { ...back, took_time: tookTime })
  await clearArrears(tx.db, userId, now)
  const timeNote = tookTime ? '买到的时长已随全额退款收回；套餐到期后实例自动关机，数据保留 15 天。' : ''
  await notifyUser(tx, {
    user_id: userId,
    class: 'balance',
    title: `订单退款 ${formatFenText(cashFen)} 元已到余额`,
    content: `${order.title}。原因：${reason}。${timeNote}`,
    link: `/console/cost/my-order/${id}`,
  })
  return full ? 'refunded' : order.status
}
