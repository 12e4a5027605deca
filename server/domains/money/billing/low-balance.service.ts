import type { Kysely } from 'kysely'
import type { BalanceAlertForm } from '#contract/guards.ts'
import { formatFenAsYuan, formatFenText, formatMicroText, parseYuanToFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import {
  type BalanceAlertSettings,
  decideLowBalance,
  defaultBalanceAlert,
} from '#server/domains/money/billing/low-balance.policy.ts'
import { balanceAlertsRepo } from '#server/domains/money/billing/low-balance.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { inTransaction } from '#server/tx.ts'

export const getBalanceAlertSettings = async (
  db: Kysely<DB>,
  userId: string,
): Promise<BalanceAlertSettings & { told_at: Date | null }> =>
  (await balanceAlertsRepo(db).find(userId)) ?? { ...defaultBalanceAlert, told_at: null }

const present = ({ enabled, amount_fen: amountFen, hours }: BalanceAlertSettings): BalanceAlertForm => ({
  enabled,
  amount: formatFenAsYuan(amountFen),
  hours,
})

export const getBalanceAlert = async ({ deps, caller }: Context): Promise<BalanceAlertForm> =>
  present(await getBalanceAlertSettings(deps.database.kysely, caller.user_id))

/** Saves the alert settings and rearms the alert, because a new threshold can be crossed anew. */
export const setBalanceAlert = ({ caller, transaction }: Context, form: BalanceAlertForm): Promise<BalanceAlertForm> =>
  transaction(async (tx) => {
    const alert = { enabled: form.enabled, amount_fen: parseYuanToFen(form.amount), hours: form.hours }
    await balanceAlertsRepo(tx.db).save({ user_id: caller.user_id, ...alert, told_at: null })
    return present(alert)
  })

/** Warns a user with running costs of a low balance, once until the balance is above the threshold again (product §5). */
export async function notifyLowBalance(deps: Deps, userId: string): Promise<void> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { told_at: toldAt, ...alert } = await getBalanceAlertSettings(db, userId)
  const { free_fen: freeFen, reach_fen: reachFen, burn_micro: burnMicro } = await getFunds(db, userId, now)
  const decision = decideLowBalance({ alert, told_at: toldAt, reach_fen: reachFen, burn_micro: burnMicro })
  if (decision === 'rearm') await balanceAlertsRepo(db).rearm(userId)
  if (decision !== 'warn') return
  await inTransaction(deps, async (tx) => {
    const { enabled, amount_fen: amountFen, hours } = alert
    if (!(await balanceAlertsRepo(tx.db).markTold({ user_id: userId, enabled, amount_fen: amountFen, hours, told_at: now })))
      return
    const hoursLeft = Number(reachFen * 10_000n) / Number(burnMicro)
    await notifyUser(tx, {
      user_id: userId,
      class: 'balance',
      title: `余额不足，${hoursLeft < 1 ? '不足 1 小时' : `约可用 ${Math.floor(hoursLeft)} 小时`}`,
      content: `可用余额 ¥${formatFenText(freeFen)}${reachFen > freeFen ? `，代金券还能抵扣 ¥${formatFenText(reachFen - freeFen)}` : ''}，运行中的实例每小时 ¥${formatMicroText(burnMicro)}。用完后保留 1 小时宽限，之后自动关机，数据保留。`,
      link: '/recharge',
    })
  })
}
