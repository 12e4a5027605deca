import { toShanghaiMonth } from '#contract/day.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { findProjectRest } from '#server/domains/money/projects/project-budget.service.ts'
import {
  type AccountPair,
  getSpareFen,
  lockPairPurses,
  transferToSubAccount,
} from '#server/domains/money/sub-accounts/budget-transfer.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

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
    if (!row || row.topped_month >= month) return
    await subAccountsRepo(tx.db).update(userId, { topped_month: month })
    await topUpLockedAccount(tx, row)
  })

/**
 * Tops up a locked sub-account to its level for this month, as far as the master's spare money and the rest of the project's budget
 * reach; if they do not, the master is told which of them.
 */
export async function topUpLockedAccount(tx: Tx, row: AccountPair & { monthly_fen: bigint | null }): Promise<void> {
  const { user_id: userId, master_id: masterId, project_id: projectId, monthly_fen: monthlyFen } = row
  if (monthlyFen === null) return
  await lockPairPurses(tx.db, row)
  const missingFen = monthlyFen - (await getCashBalance(tx.db, userId))
  if (missingFen <= 0n) return
  const spareFen = await getSpareFen(tx.db, masterId, tx.now())
  const project = await findProjectRest(tx.db, projectId, tx.now())
  const short = project && project.rest_fen < spareFen ? project : undefined
  const mostFen = short?.rest_fen ?? spareFen
  const amountFen = mostFen < missingFen ? mostFen : missingFen
  const why = { idem: `top-up:${userId}:${toShanghaiMonth(tx.now())}`, title: `每月补足子账号 ${row.name}` }
  if (amountFen > 0n) await transferToSubAccount(tx, row, amountFen, why)
  if (amountFen === missingFen) return
  const moved = `应补 ¥${formatFenText(missingFen)}，已补 ¥${formatFenText(amountFen)}。`
  await notifyUser(tx, {
    user_id: masterId,
    class: 'balance',
    ...(short
      ? {
          title: `项目「${short.name}」本月预算不够，没有补足子账号 ${row.name} 的额度`,
          content: `${moved}调高项目预算后可以手动划拨，下月照常补足。`,
          link: `/console/account/project/${projectId}`,
        }
      : {
          title: `余额不足，没有补足子账号 ${row.name} 的额度`,
          content: `${moved}充值后可以手动划拨，下月照常补足。`,
          link: '/recharge',
        }),
  })
}
