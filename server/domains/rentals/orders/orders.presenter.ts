import { type ChargeRule, unitNamed } from '#contract/charge-rule.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Order, OrderKind, OrderStatus } from '#contract/orders.ts'
import type { OrderRow } from '#server/domains/rentals/orders/orders.repo.ts'

export const presentOrder = (row: OrderRow): Order => ({
  id: row.id,
  kind: row.kind as OrderKind,
  title: row.title,
  status: row.status as OrderStatus,
  amount: yuanOfFen(row.amount_fen),
  discount: yuanOfFen(row.discount_fen),
  voucher: yuanOfFen(row.voucher_fen),
  refunded: yuanOfFen(row.refunded_fen),
  ...unitNamed(row.charge_rule as ChargeRule),
  quantity: row.quantity,
  instance_id: row.instance_id,
  instance_name: row.instance_name,
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})
