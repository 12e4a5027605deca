import type { Kysely, Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { arrearsRepo } from '#server/domains/money/billing/arrears.repo.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { lowLineFen, runsOutAt } from '#server/domains/money/billing/low-balance.policy.ts'
import { alertOf, tellLowBalance } from '#server/domains/money/billing/low-balance.service.ts'
import { segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const second_ms = 1000

/** Stops the metered instances of a user and answers their names; given by the floor that knows instances. */
type StopMetered = (tx: Tx, user_id: string, reason: 'arrears') => Promise<string[]>

/** Ends the grace of a user whose money covers what was used again. */
export async function clearArrears(trx: Transaction<DB>, user_id: string, now: Date): Promise<void> {
  if (await covered(trx, user_id, now)) await arrearsRepo(trx).end(user_id)
}

/** When the grace of a user ends whose money is used up; null before it has begun. */
export async function graceUntil(db: Kysely<DB>, user_id: string): Promise<Date | null> {
  const since = await arrearsRepo(db).since(user_id)
  return since && new Date(since.getTime() + limits.arrears_grace_seconds * 1000)
}

/** Whose metered instances outlast their balance: a warning and one hour of grace, then they are stopped; data is kept (product §5). */
export async function enforceBalances(deps: Deps, stopMetered: StopMetered): Promise<void> {
  const users = await segmentsRepo(deps.database.kysely).usersMetered()
  await forEachIsolated(users, deps, 'enforcing a balance', (user_id) => enforceBalance(deps, user_id, stopMetered))
}

/**
 * When `enforceBalances` next has something to do if no money moves until then, to about as long as a fen lasts; null while
 * nothing is metered.
 */
export async function nextBalanceStep(deps: Deps): Promise<Date | null> {
  const steps: Date[] = []
  // Whoever cannot be reckoned is enforced on, which says why not.
  for (const user_id of await segmentsRepo(deps.database.kysely).usersMetered())
    steps.push(...(await balanceSteps(deps, user_id).catch(() => [deps.clock.now()])))
  return steps.reduce<Date | null>((first, step) => (first && first < step ? first : step), null)
}

async function balanceSteps({ database, clock }: Deps, user_id: string): Promise<Date[]> {
  const now = clock.now()
  const db = database.kysely
  const { reach_fen, burn_micro, vouchers } = await fundsOf(db, user_id, now)
  // What a voucher pays changes when its time comes, and when it is over.
  const turns = vouchers.flatMap(({ valid_from, valid_until }) => [valid_from, valid_until]).filter((at) => at > now)
  const since = await arrearsRepo(db).since(user_id)
  if (reach_fen > 0n !== (since === null)) return [now]
  if (since !== null) return [since > now ? now : new Date(since.getTime() + limits.arrears_grace_seconds * 1000), ...turns]
  const { told_at, ...alert } = await alertOf(db, user_id)
  const line_fen = lowLineFen(alert, burn_micro)
  const is_low = reach_fen < line_fen
  if (told_at ? !is_low : is_low && alert.enabled) return [now]
  const used_fen = alert.enabled && !told_at ? [reach_fen - line_fen + 1n, reach_fen] : [reach_fen]
  return [...turns, ...used_fen.flatMap((fen) => runsOutAt(fen, burn_micro, new Date(now.getTime() + second_ms)) ?? [])]
}

async function enforceBalance(deps: Deps, user_id: string, stopMetered: StopMetered): Promise<void> {
  const now = deps.clock.now()
  if (await covered(deps.database.kysely, user_id, now)) {
    await arrearsRepo(deps.database.kysely).end(user_id)
    return tellLowBalance(deps, user_id)
  }
  const since = await arrearsRepo(deps.database.kysely).since(user_id)
  if (since === null) return warn(deps, user_id, now)
  // The clock was set back: the hour is counted from now, or it would last until the clock has come that far again.
  if (since > now) return void (await arrearsRepo(deps.database.kysely).restart(user_id, now))
  const grace_over = now.getTime() - since.getTime() >= limits.arrears_grace_seconds * 1000
  if (grace_over) await stopAll(deps, user_id, stopMetered)
}

/** Cash or a voucher pays for each thing that runs; what is owed already, only cash pays. */
async function covered(db: Kysely<DB>, user_id: string, now: Date): Promise<boolean> {
  return (await fundsOf(db, user_id, now)).reach_fen > 0n
}

const warn = (deps: Deps, user_id: string, now: Date): Promise<void> =>
  inTransaction(deps, async (tx) => {
    if (!(await arrearsRepo(tx.db).begin(user_id, now))) return
    await notify(tx, {
      user_id,
      class: 'arrears',
      title: '余额已用完，实例将在 1 小时后关机',
      content: '1 小时内充值可继续运行。关机后系统盘和数据盘都会保留，停止计费。',
      link: '/recharge',
    })
    await publishChange(tx, { user_id, resource: 'wallet', id: null })
  })

const stopAll = (deps: Deps, user_id: string, stopMetered: StopMetered): Promise<void> =>
  inTransaction(deps, async (tx) => {
    // Money may have come since the look that led here.
    if (await covered(tx.db, user_id, tx.now())) return
    const stopped = await stopMetered(tx, user_id, 'arrears')
    if (stopped.length === 0) return
    await notify(tx, {
      user_id,
      class: 'arrears',
      title: `因欠费已关机 ${stopped.length} 台实例`,
      content: `${stopped.join('、')} 已关机，数据保留，不再计费。充值后可重新开机。`,
      link: '/recharge',
    })
  })
