import { formatFenText } from '#contract/money.ts'
import { orderCloseReasons } from '#contract/orders.ts'
import type { OrderRow } from '#server/domains/rentals/orders/orders.repo.ts'

export interface RefundableNow {
  amount_fen: bigint
  how: string
  why: string
}

/** The current state of the instance for which an order bought time. */
export interface BoughtInstance {
  charge_rule: string
  expire_at: Date | null
  started_at: Date | null
  released_at: Date | null
  /** Refund of this order if 转换计费 were done now, and its calculation; null if its time is over. */
  on_conversion: { back_fen: bigint; why: string } | null
}

const buildZeroRefund = (how: string, why: string): RefundableNow => ({ amount_fen: 0n, how, why })

function computeUnpaidRefund({ status, closed_by: closedBy, refunded_fen: refundedFen }: OrderRow): RefundableNow | undefined {
  if (status === 'pending')
    return buildZeroRefund('取消订单即可，没有付款', '订单还没有支付，取消或超时都不产生费用，也没有占用 GPU。')
  if (status === 'cancelled') {
    const closing = orderCloseReasons[(closedBy ?? 'user') as keyof typeof orderCloseReasons]
    return buildZeroRefund('没有付款', `${closing}，没有扣过款。`)
  }
  if (status === 'refunded') return buildZeroRefund('已经退清', `现金部分 ${formatFenText(refundedFen)} 元已退回余额。`)
  return undefined
}

function computePackageRefund(order: OrderRow, instance: BoughtInstance, now: Date): RefundableNow {
  const cashFen = order.amount_fen - order.voucher_fen - order.refunded_fen
  if (instance.released_at) return buildZeroRefund('不能退', '实例已释放。释放前没有转换计费，剩余时长不退款。')
  if (order.status === 'paid') {
    const why = '实例还没有运行成功。启动失败，或者在它第一次运行之前释放，都会自动全额退回，代金券退回代金券。'
    return { amount_fen: cashFen, how: '释放实例', why }
  }
  if (order.kind === 'lift') return buildZeroRefund('不单独退', '升降配置的差价随套餐一起：降配时按剩余时间退回余额。')
  if (instance.charge_rule === 'hour') return buildZeroRefund('不能退', '实例已经转为按量计费，套餐在转换时已经结算。')
  if (!instance.expire_at || instance.expire_at <= now) return buildZeroRefund('不能退', '套餐已到期，买到的时间已经用完。')
  if (!instance.started_at) return buildZeroRefund('不能退', 'GPU 一直为你保留，实例关机期间套餐照常计时。')
  if (!instance.on_conversion) return buildZeroRefund('不能退', '这个订单买到的时长已经用完。')
  const { back_fen: backFen, why } = instance.on_conversion
  return { amount_fen: backFen, how: '把实例转换为按量计费', why: `${why}。直接释放实例不退款。` }
}

/** Computes what would be refunded of an order now, how and why, as text for the user (product §5). */
export function computeRefundableNow(order: OrderRow, instance: BoughtInstance | undefined, now: Date): RefundableNow {
  const unpaid = computeUnpaidRefund(order)
  if (unpaid) return unpaid
  if (order.charge_rule === 'hour')
    return buildZeroRefund('下单时没有付款', '按量计费运行后按秒扣费，关机即停止计费；用掉的每一秒在消费明细里。')
  return instance ? computePackageRefund(order, instance, now) : buildZeroRefund('不能退', '没有对应的实例。')
}
