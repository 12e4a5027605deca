import { toShanghaiMonth } from '#contract/day.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { getSpareFen, lockPairPurses, transferToSubAccount } from '#server/domains/money/sub-accounts/budget-transfer.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

/** Tops up each budget to its level, once per calendar month in Beijing time (product §6). */
export async function topUpBudgets(deps: Deps): Promise<void> {
  const month = toShanghaiMonth(deps.clock.now())
  const due = await subAccountsRepo(deps.database.kysely).dueForTopUp(month)
  await forEachIsolated(due, deps, 'topping up a sub-account', (pair) => topUpBudget(deps, pair, month))
}

/** Marks the month in the transaction that moves the money, so that retries pay once. */
const topUpBudget = (
  deps: Deps,
  { user_id: userId, master_id: masterId }: { user_id: string; master_id: string },
  month: string,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const row = await subAccountsRepo(tx.db).lock(masterId, userId)
    if (!row || row.monthly_fen === null || row.topped_month >= month) return
    await subAccountsRepo(tx.db).update(userId, { topped_month: month })
    await lockPairPurses(tx.db, row)
    const missingFen = row.monthly_fen - (await getCashBalance(tx.db, userId))
    if (missingFen <= 0n) return
    const spareFen = await getSpareFen(tx.db, masterId, deps.clock.now())
    const amountFen = spareFen < missingFen ? spareFen : missingFen
    const why = { idem: `top-up:${userId}:${month}`, title: `每月补足子账号 ${row.name}` }
    if (amountFen > 0n) await transferToSubAccount(tx, row, amountFen, why)
    if (amountFen === missingFen) return
    await notifyUser(tx, {
      user_id: masterId,
      class: 'balance',
      title: `余额不足，没有补足子账号 ${row.name} 的额度`,
      content: `应补 ¥${formatFenText(missingFen)}，已补 ¥${formatFenText(amountFen)}。充值后可以手动划拨，下月照常补足。`,
      link: '/recharge',
    })
  })
