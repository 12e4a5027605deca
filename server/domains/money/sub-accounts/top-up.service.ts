import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { give, lockBoth, spareFen } from '#server/domains/money/sub-accounts/budget.service.ts'
import { monthOf } from '#server/domains/money/sub-accounts/month.policy.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

/** Fills each budget up to its level, once a month by the calendar of Beijing (product §6). */
export async function topUpBudgets(deps: Deps): Promise<void> {
  const month = monthOf(deps.clock.now())
  const due = await subAccountsRepo(deps.database.kysely).dueForTopUp(month)
  await forEachIsolated(due, deps, 'topping up a sub-account', (pair) => topUp(deps, pair, month))
}

/** The month is marked in the transaction that moves the money: however often it is tried, it is given once. */
const topUp = (deps: Deps, { user_id, master_id }: { user_id: string; master_id: string }, month: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const row = await subAccountsRepo(tx.db).lock(master_id, user_id)
    if (!row || row.monthly_fen === null || row.topped_month >= month) return
    await subAccountsRepo(tx.db).update(user_id, { topped_month: month })
    await lockBoth(tx.db, row)
    const missing_fen = row.monthly_fen - (await cashBalance(tx.db, user_id))
    if (missing_fen <= 0n) return
    const spare_fen = await spareFen(tx.db, master_id, deps.clock.now())
    const amount_fen = spare_fen < missing_fen ? spare_fen : missing_fen
    const why = { idem: `top-up:${user_id}:${month}`, title: `每月补足子账号 ${row.name}` }
    if (amount_fen > 0n) await give(tx, row, amount_fen, why)
    if (amount_fen === missing_fen) return
    await notify(tx, {
      user_id: master_id,
      class: 'balance',
      title: `余额不足，没有补足子账号 ${row.name} 的额度`,
      content: `应补 ¥${yuanOfFen(missing_fen)}，已补 ¥${yuanOfFen(amount_fen)}。充值后可以手动划拨，下月照常补足。`,
      link: '/recharge',
    })
  })
