import type { z } from 'zod'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { OperatorOrderDetail } from '#contract/operator/money.ts'
import {
  isOwnAccount,
  lockOperator,
  mayAlone,
  noteAlone,
} from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { checkRefund, lockForRefund, refundOrder, showAny } from '#server/domains/rentals/orders/operator-refund.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Gives cash of an order back at once, or asks another operator where it is more than one may do alone; never of an own order. */
export const refundByOperator = (
  ctx: Context,
  id: string,
  { amount, reason }: { amount: string; reason: string },
): Promise<z.input<typeof OperatorOrderDetail>> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const operator_id = caller.user_id
    const cash_fen = fenOfYuan(amount)
    await lockOperator(tx.db, operator_id)
    const order = await lockForRefund(tx.db, id)
    if (await isOwnAccount(tx.db, operator_id, order.user_id))
      throw new Refusal('own_review', { message: '不能给自己的订单退款，请由其他财务人员处理' })
    const before = { refunded: yuanOfFen(order.refunded_fen), status: order.status }
    const refunded = yuanOfFen(order.refunded_fen + cash_fen)
    if (await mayAlone(tx.db, deps, operator_id, cash_fen)) {
      const status = await refundOrder(tx, order, { cash_fen, reason, operator_id })
      await noteAlone(tx.db, deps, { operator_id, kind: 'refund', ref: id, amount_fen: cash_fen })
      ctx.audit({ before, after: { refunded, status, reason } })
    } else {
      await checkRefund(tx.db, order, cash_fen)
      const title = () => `退款 ${yuanOfFen(cash_fen)} 元：${order.title}`
      await requestChange(tx, ctx, { kind: 'refund', target_id: id, title, after: { refunded }, reason })
    }
    return showAny(deps, tx.db, id)
  })
