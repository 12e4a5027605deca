import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { formatFenAsYuan, formatFenText, parseYuanToFen } from '#contract/money.ts'
import type { operatorAdjustments } from '#contract/operator/adjustments.ts'
import type { DB } from '#server/db/types.ts'
import { adjustmentsRepo } from '#server/domains/money/adjustments/adjustments.repo.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance, recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

export interface BalanceAdjustment {
  user_id: string
  /** Positive adds, negative deducts; the balance never falls below 0. */
  amount_fen: bigint
  reason: string
  requested_by: string
  /** The second approver, for adjustments that one person may not make alone. */
  approved_by: string | null
}

const absoluteFen = (fen: bigint): bigint => (fen < 0n ? -fen : fen)

/** Returns the net sum of a user's adjustments so far, in fen; locks the wallet so that the sum stays valid. */
export async function lockAdjustedTotal(trx: Transaction<DB>, userId: string): Promise<bigint> {
  await getCashBalance(trx, userId, { lock: true })
  return adjustmentsRepo(trx).sumOf(userId)
}

/** Posts an adjustment and notifies the user. The wallet is locked. Refuses `insufficient_balance`. */
export async function postAdjustment(tx: Tx, { amount_fen: amountFen, ...adjustment }: BalanceAdjustment): Promise<string> {
  const { user_id: userId, reason } = adjustment
  const id = newId('adjust')
  const at = tx.now()
  const wallet = { user: userId }
  await adjustmentsRepo(tx.db).insert({ id, amount_fen: amountFen, at, ...adjustment })
  await recordPosting(tx.db, {
    idem: `adjust:${id}`,
    kind: 'adjust',
    title: `余额调整：${reason}`,
    ref: id,
    at,
    movements:
      amountFen > 0n
        ? [{ from: 'adjustment', to: wallet, amount_fen: amountFen }]
        : [{ from: wallet, to: 'adjustment', amount_fen: -amountFen }],
  })
  if (amountFen > 0n) await clearArrears(tx.db, userId, at)
  await notifyUser(tx, {
    user_id: userId,
    class: 'balance',
    title: `余额${amountFen > 0n ? '增加' : '扣减'} ${formatFenText(absoluteFen(amountFen))} 元`,
    content: `原因：${reason}。${amountFen > 0n ? '这部分余额可以消费，不能提现，不能开票。' : ''}如有疑问请联系客服。`,
    link: '/console/cost/income-detail',
  })
  await publishChange(tx, { user_id: userId, resource: 'wallet', id: null })
  return id
}

export const parseAdjustmentAmount = ({ direction, amount }: { direction: 'add' | 'take'; amount: string }): bigint =>
  direction === 'add' ? parseYuanToFen(amount) : -parseYuanToFen(amount)

export async function listAdjustments({ deps }: Context, query: z.output<(typeof operatorAdjustments)['list']['query']>) {
  const { items, total } = await adjustmentsRepo(deps.database.kysely).list(query)
  return {
    items: items.map((row) => ({
      id: row.id,
      owner: { id: row.user_id, nickname: row.nickname },
      amount: formatFenAsYuan(row.amount_fen),
      reason: row.reason,
      requested_by: row.requester,
      approved_by: row.approver,
      at: row.at.toISOString(),
    })),
    total,
  }
}
