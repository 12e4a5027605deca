import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { operator_adjustments } from '#contract/operator/adjustments.ts'
import type { DB } from '#server/db/types.ts'
import { adjustmentsRepo } from '#server/domains/money/adjustments/adjustments.repo.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance, post } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

export interface Adjustment {
  user_id: string
  /** Added when positive, taken when negative; never to below 0. */
  amount_fen: bigint
  reason: string
  requested_by: string
  /** The second person, for what one may not do alone. */
  approved_by: string | null
}

const size = (fen: bigint): bigint => (fen < 0n ? -fen : fen)

/** What the balance of a user was adjusted by so far, in fen; holds the wallet, so that it stays true. */
export async function adjustedSoFar(trx: Transaction<DB>, user_id: string): Promise<bigint> {
  await cashBalance(trx, user_id, { lock: true })
  return adjustmentsRepo(trx).sumOf(user_id)
}

/** Posts an adjustment and tells its user. The wallet is locked. Refuses `insufficient_balance`. */
export async function adjust(tx: Tx, { amount_fen, ...adjustment }: Adjustment): Promise<string> {
  const { user_id, reason } = adjustment
  const id = newId('adjust')
  const at = tx.now()
  const wallet = { user: user_id }
  await adjustmentsRepo(tx.db).insert({ id, amount_fen, at, ...adjustment })
  await post(tx.db, {
    idem: `adjust:${id}`,
    kind: 'adjust',
    title: `余额调整：${reason}`,
    ref: id,
    at,
    movements:
      amount_fen > 0n
        ? [{ from: 'adjustment', to: wallet, amount_fen }]
        : [{ from: wallet, to: 'adjustment', amount_fen: -amount_fen }],
  })
  if (amount_fen > 0n) await clearArrears(tx.db, user_id, at)
  await notify(tx, {
    user_id,
    class: 'balance',
    title: `余额${amount_fen > 0n ? '增加' : '扣减'} ${yuanOfFen(size(amount_fen))} 元`,
    content: `原因：${reason}。${amount_fen > 0n ? '这部分余额可以消费，不能提现，不能开票。' : ''}如有疑问请联系客服。`,
    link: '/console/cost/income-detail',
  })
  await publishChange(tx, { user_id, resource: 'wallet', id: null })
  return id
}

export const amountOf = ({ direction, amount }: { direction: 'add' | 'take'; amount: string }): bigint =>
  direction === 'add' ? fenOfYuan(amount) : -fenOfYuan(amount)

export async function listAdjustments({ deps }: Context, query: z.output<(typeof operator_adjustments)['list']['query']>) {
  const { items, total } = await adjustmentsRepo(deps.database.kysely).list(query)
  return {
    items: items.map((row) => ({
      id: row.id,
      owner: { id: row.user_id, nickname: row.nickname },
      amount: yuanOfFen(row.amount_fen),
      reason: row.reason,
      requested_by: row.requester,
      approved_by: row.approver,
      at: row.at.toISOString(),
    })),
    total,
  }
}
