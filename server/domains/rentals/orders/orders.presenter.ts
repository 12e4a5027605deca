import { type ChargeRule, presentPriceUnit } from '#contract/charge-rule.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { Order, OrderKind, OrderStatus } from '#contract/orders.ts'
import type { OrderRow } from '#server/domains/rentals/orders/orders.repo.ts'

export const presentOrder = (row: OrderRow): Order => ({
  id: row.id,
  kind: row.kind as OrderKind,
  title: row.title,
  status: row.status as OrderStatus,
  amount: formatFenAsYuan(row.amount_fen),
  discount: formatFenAsYuan(row.discount_fen),
  voucher: formatFenAsYuan(row.voucher_fen),
  refunded: formatFenAsYuan(row.refunded_fen),
  ...presentPriceUnit(row.charge_rule as ChargeRule),
  quantity: row.quantity,
  instance_id: row.instance_id,
  instance_name: row.instance_name,
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})
