import type { Kysely, Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { arrearsRepo } from '#server/domains/money/billing/arrears.repo.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { computeLowBalanceFen, computeRunOutTime } from '#server/domains/money/billing/low-balance.policy.ts'
import { getBalanceAlertSettings, notifyLowBalance } from '#server/domains/money/billing/low-balance.service.ts'
import { segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const secondMs = 1000

/** Stops a user's metered instances and returns their names; injected by the layer that knows instances. */
type StopMeteredInstances = (tx: Tx, userId: string, reason: 'arrears') => Promise<string[]>

/** Ends the grace period if the user's funds cover the usage again. */
export async function clearArrears(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  if (await isCovered(trx, userId, now)) await arrearsRepo(trx).end(userId)
}

/** Returns when the grace period of a user without funds ends; null before it has begun. */
export async function findGraceEnd(db: Kysely<DB>, userId: string): Promise<Date | null> {
  const since = await arrearsRepo(db).since(userId)
  return since && new Date(since.getTime() + limits.arrearsGraceSeconds * 1000)
}

/**
 * Warns users whose balance is used up, gives one hour of grace, then stops their metered instances; data is kept (product §5).
 */
export async function enforceBalances(deps: Deps, stopMetered: StopMeteredInstances): Promise<void> {
  const users = await segmentsRepo(deps.database.kysely).usersMetered()
  await forEachIsolated(users, deps, 'enforcing a balance', (userId) => enforceBalance(deps, userId, stopMetered))
}

/**
 * Returns when `enforceBalances` next has work if no money moves until then, accurate to about the time one fen lasts; null while
 * nothing is metered.
 */
export async function findNextBalanceStep(deps: Deps): Promise<Date | null> {
  const steps: Date[] = []
  // If a user's steps cannot be computed, enforce now: that run logs the error.
  for (const userId of await segmentsRepo(deps.database.kysely).usersMetered())
    steps.push(...(await listBalanceSteps(deps, userId).catch(() => [deps.clock.now()])))
  return steps.reduce<Date | null>((first, step) => (first && first < step ? first : step), null)
}

async function listBalanceSteps({ database, clock }: Deps, userId: string): Promise<Date[]> {
  const now = clock.now()
  const db = database.kysely
  const { reach_fen: reachFen, burn_micro: burnMicro, vouchers } = await getFunds(db, userId, now)
  // Voucher coverage changes when a voucher becomes valid and when it expires.
  const turns = vouchers
    .flatMap(({ valid_from: validFrom, valid_until: validUntil }) => [validFrom, validUntil])
    .filter((at) => at > now)
  const since = await arrearsRepo(db).since(userId)
  if (reachFen > 0n !== (since === null)) return [now]
  if (since !== null) return [since > now ? now : new Date(since.getTime() + limits.arrearsGraceSeconds * 1000), ...turns]
  const { told_at: toldAt, ...alert } = await getBalanceAlertSettings(db, userId)
  const lineFen = computeLowBalanceFen(alert, burnMicro)
  const isLow = reachFen < lineFen
  if (toldAt ? !isLow : isLow && alert.enabled) return [now]
  const usedFen = alert.enabled && !toldAt ? [reachFen - lineFen + 1n, reachFen] : [reachFen]
  return [...turns, ...usedFen.flatMap((fen) => computeRunOutTime(fen, burnMicro, new Date(now.getTime() + secondMs)) ?? [])]
}

async function enforceBalance(deps: Deps, userId: string, stopMetered: StopMeteredInstances): Promise<void> {
  const now = deps.clock.now()
  if (await isCovered(deps.database.kysely, userId, now)) {
    await arrearsRepo(deps.database.kysely).end(userId)
    return notifyLowBalance(deps, userId)
  }
  const since = await arrearsRepo(deps.database.kysely).since(userId)
  if (since === null) return startGrace(deps, userId, now)
  // The clock was set back: restart the hour from now, or the grace would last until the clock catches up.
  if (since > now) return void (await arrearsRepo(deps.database.kysely).restart(userId, now))
  const graceOver = now.getTime() - since.getTime() >= limits.arrearsGraceSeconds * 1000
  if (graceOver) await stopMeteredInstances(deps, userId, stopMetered)
}

/** Tells whether cash or a voucher pays for everything that runs; existing debt can only be paid in cash. */
async function isCovered(db: Kysely<DB>, userId: string, now: Date): Promise<boolean> {
  return (await getFunds(db, userId, now)).reach_fen > 0n
}

const startGrace = (deps: Deps, userId: string, now: Date): Promise<void> =>
  inTransaction(deps, async (tx) => {
    if (!(await arrearsRepo(tx.db).begin(userId, now))) return
    await notifyUser(tx, {
      user_id: userId,
      class: 'arrears',
      title: '余额已用完，实例将在 1 小时后关机',
      content: '1 小时内充值可继续运行。关机后系统盘和数据盘都会保留，停止计费。',
      link: '/recharge',
    })
    await publishChange(tx, { user_id: userId, resource: 'wallet', id: null })
  })

const stopMeteredInstances = (deps: Deps, userId: string, stopMetered: StopMeteredInstances): Promise<void> =>
  inTransaction(deps, async (tx) => {
    // Check again: money may have arrived since the first check.
    if (await isCovered(tx.db, userId, tx.now())) return
    const stopped = await stopMetered(tx, userId, 'arrears')
    if (stopped.length === 0) return
    await notifyUser(tx, {
      user_id: userId,
      class: 'arrears',
      title: `因欠费已关机 ${stopped.length} 台实例`,
      content: `${stopped.join('、')} 已关机，数据保留，不再计费。充值后可重新开机。`,
      link: '/recharge',
    })
  })
