import type { z } from 'zod'
import { formatFenAsYuan, formatFenText, parseYuanToFen } from '#contract/money.ts'
import type { OperatorOrderDetail } from '#contract/operator/money.ts'
import {
  isOperatorOwnAccount,
  isWithinOperatorLimit,
  lockOperator,
  recordOperatorGrant,
} from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import {
  assertRefundable,
  loadOperatorOrder,
  lockOrderForRefund,
  refundOrder,
} from '#server/domains/rentals/orders/operator-refund.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Refunds cash of an order at once, or requests approval above the limit for one operator; never for the operator's own order.
 */
export const refundOrderAsOperator = (
  ctx: Context,
  id: string,
  { amount, reason }: { amount: string; reason: string },
): Promise<z.input<typeof OperatorOrderDetail>> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const operatorId = caller.user_id
    const cashFen = parseYuanToFen(amount)
    await lockOperator(tx.db, operatorId)
    const order = await lockOrderForRefund(tx.db, id)
    if (await isOperatorOwnAccount(tx.db, operatorId, order.user_id))
      throw new Refusal('own_review', { message: '不能给自己的订单退款，请由其他财务人员处理' })
    const before = { refunded: formatFenAsYuan(order.refunded_fen), status: order.status }
    const refunded = formatFenAsYuan(order.refunded_fen + cashFen)
    if (await isWithinOperatorLimit(tx.db, deps, operatorId, cashFen)) {
      const status = await refundOrder(tx, order, { cash_fen: cashFen, reason, operator_id: operatorId })
      await recordOperatorGrant(tx.db, deps, { operator_id: operatorId, kind: 'refund', ref: id, amount_fen: cashFen })
      ctx.audit({ before, after: { refunded, status, reason } })
    } else {
      await assertRefundable(tx.db, order, cashFen)
      const title = () => `退款 ${formatFenText(cashFen)} 元：${order.title}`
      await requestChange(tx, ctx, { kind: 'refund', target_id: id, title, after: { refunded }, reason })
    }
    return loadOperatorOrder(deps, tx.db, id)
  })
