import type { Kysely } from 'kysely'
import type { BalanceAlertForm } from '#contract/guards.ts'
import { fenOfYuan, yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { type BalanceAlert, default_alert, lowLineFen } from '#server/domains/money/billing/low-balance.policy.ts'
import { balanceAlertsRepo } from '#server/domains/money/billing/low-balance.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { inTransaction } from '#server/tx.ts'

export const alertOf = async (db: Kysely<DB>, user_id: string): Promise<BalanceAlert & { told_at: Date | null }> =>
  (await balanceAlertsRepo(db).find(user_id)) ?? { ...default_alert, told_at: null }

const present = ({ enabled, amount_fen, hours }: BalanceAlert): BalanceAlertForm => ({
  enabled,
  amount: yuanOfFen(amount_fen),
  hours,
})

export const getAlert = async ({ deps, caller }: Context): Promise<BalanceAlertForm> =>
  present(await alertOf(deps.database.kysely, caller.user_id))

/** Another line is a new one to fall below. */
export const setAlert = ({ caller, transaction }: Context, form: BalanceAlertForm): Promise<BalanceAlertForm> =>
  transaction(async (tx) => {
    const alert = { enabled: form.enabled, amount_fen: fenOfYuan(form.amount), hours: form.hours }
    await balanceAlertsRepo(tx.db).save({ user_id: caller.user_id, ...alert, told_at: null })
    return present(alert)
  })

/** Tells a user whose instances burn money that little of it is left: once, until the balance is above the line again (product §5). */
export async function tellLowBalance(deps: Deps, user_id: string): Promise<void> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { told_at, ...alert } = await alertOf(db, user_id)
  const { free_fen, reach_fen, burn_micro } = await fundsOf(db, user_id, now)
  if (reach_fen >= lowLineFen(alert, burn_micro)) return told_at ? void (await balanceAlertsRepo(db).rearm(user_id)) : undefined
  if (told_at || !alert.enabled || burn_micro === 0n) return
  await inTransaction(deps, async (tx) => {
    const { enabled, amount_fen, hours } = alert
    if (!(await balanceAlertsRepo(tx.db).markTold({ user_id, enabled, amount_fen, hours, told_at: now }))) return
    const hours_left = Number(reach_fen * 10_000n) / Number(burn_micro)
    await notify(tx, {
      user_id,
      class: 'balance',
      title: `余额不足，${hours_left < 1 ? '不足 1 小时' : `约可用 ${Math.floor(hours_left)} 小时`}`,
      content: `可用余额 ¥${yuanOfFen(free_fen)}${reach_fen > free_fen ? `，代金券还能抵扣 ¥${yuanOfFen(reach_fen - free_fen)}` : ''}，运行中的实例每小时 ¥${yuanOfMicro(burn_micro)}。用完后保留 1 小时宽限，之后自动关机，数据保留。`,
      link: '/recharge',
    })
  })
}
