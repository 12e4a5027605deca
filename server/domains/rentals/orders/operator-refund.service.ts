import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { charge_rules } from '#contract/instances.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { OperatorOrderDetail } from '#contract/operator/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { hasCounted } from '#server/domains/accounts/invitations/reward-counted.service.ts'
import { periodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { takeBackImageTime } from '#server/domains/money/creator-income/image-periods.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { takeBackTime } from '#server/domains/rentals/instances/revoke-time.service.ts'
import { orderDetailRepo } from '#server/domains/rentals/orders/order-detail.repo.ts'
import { presentDetail } from '#server/domains/rentals/orders/order-detail.service.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { giveBack, refundableFen } from '#server/domains/rentals/orders/refund.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const counted_words = '这个订单的时长已结束，并计入了邀请奖励，不能再退款；要补偿请用余额调整。'

const sells_time = (order: Pick<OrderRow, 'kind' | 'charge_rule'>): order is { kind: string; charge_rule: 'day' | 'week' } =>
  order.kind !== 'lift' && order.charge_rule !== 'hour'

const whyNothing = async (db: Kysely<DB>, order_id: string): Promise<string> =>
  (await hasCounted(db, order_id)) ? counted_words : '没有支付，或者已经全部退回。'

type Shower = Pick<Deps, 'clock' | 'keys'>

/** What a full refund does to the instance, said before it is done. */
function effectOf(order: OrderRow, instance: { charge_rule: string; expire_at: Date | null } | undefined, now: Date): string {
  if (!sells_time(order) || !instance?.expire_at || instance.charge_rule === 'hour' || instance.expire_at <= now)
    return '实例不受影响，只退钱。'
  const rule = charge_rules[order.charge_rule]
  return `全部退回时收回这个订单买到的时长（${rule} ${order.quantity} 份）：到期时间提前，不早于现在；提前到现在的实例会自动关机，数据保留 15 天。部分退款不影响实例。代金券不退。`
}

async function present(deps: Shower, db: Kysely<DB>, row: OrderRow): Promise<z.input<typeof OperatorOrderDetail>> {
  const repo = orderDetailRepo(db)
  const now = deps.clock.now()
  const refundable_fen = await refundableFen(db, row)
  return {
    ...(await presentDetail(deps, db, row)),
    owner: { id: row.user_id, nickname: await repo.nickname(row.user_id) },
    refundable: yuanOfFen(refundable_fen),
    refund_pending: await repo.isRefundPending(row.id),
    refund_effect:
      refundable_fen === 0n
        ? await whyNothing(db, row.id)
        : effectOf(row, row.instance_id ? await repo.instance(row.instance_id) : undefined, now),
  }
}

/** An order as finance sees it. */
export async function showAny(deps: Shower, db: Kysely<DB>, id: string): Promise<z.input<typeof OperatorOrderDetail>> {
  const row = await ordersRepo(db).findAny(id)
  if (!row) throw new Refusal('not_found')
  return present(deps, db, row)
}

export const getAnyOrder = ({ deps }: Context, id: string) => showAny(deps, deps.database.kysely, id)

/** An order that gives money back, held; its instance is locked before the wallet of its owner, and the order last. */
export async function lockForRefund(trx: Transaction<DB>, id: string): Promise<OrderRow> {
  const found = await ordersRepo(trx).findAny(id)
  if (!found) throw new Refusal('not_found')
  if (found.instance_id !== null) await lockInstance(trx, found.instance_id)
  await cashBalance(trx, found.user_id, { lock: true })
  await ordersRepo(trx).lock(id)
  return (await ordersRepo(trx).findAny(id))!
}

/** Refuses what was not paid in cash or is back already, and all of what has counted for an inviter. Answers if all is asked for. */
export async function checkRefund(trx: Transaction<DB>, order: OrderRow, cash_fen: bigint): Promise<{ full: boolean }> {
  const refundable_fen = await refundableFen(trx, order)
  if (refundable_fen === 0n)
    throw new Refusal('order_not_refundable', (await hasCounted(trx, order.id)) ? { message: counted_words } : {})
  if (cash_fen > refundable_fen) throw refuseField('invalid', 'amount', `最多可退 ${yuanOfFen(refundable_fen)} 元`)
  return { full: cash_fen === refundable_fen }
}

/**
 * Gives cash of a locked order back to the balance. When all is back, the time it bought is taken back as well (product §5,
 * §10). Answers the status the order has then.
 */
export async function refundOrder(
  tx: Tx,
  order: OrderRow,
  back: { cash_fen: bigint; reason: string; operator_id: string },
): Promise<string> {
  const now = tx.now()
  const { id, user_id, instance_id } = order
  const { cash_fen, reason } = back
  const { full } = await checkRefund(tx.db, order, cash_fen)
  const ended =
    full && sells_time(order) && instance_id !== null
      ? await takeBackTime(tx, instance_id, periodMs(order.charge_rule, order.quantity))
      : null
  const took_time = ended !== null
  if (ended) await takeBackImageTime(tx.db, { instance_id: instance_id!, order_id: id, ms: ended.taken_ms }, now)
  await giveBack(tx, order, { ...back, took_time })
  await clearArrears(tx.db, user_id, now)
  const time_note = took_time ? '买到的时长已随全额退款收回；套餐到期后实例自动关机，数据保留 15 天。' : ''
  await notify(tx, {
    user_id,
    class: 'balance',
    title: `订单退款 ${yuanOfFen(cash_fen)} 元已到余额`,
    content: `${order.title}。原因：${reason}。${time_note}`,
    link: `/console/cost/my-order/${id}`,
  })
  return full ? 'refunded' : order.status
}
