import type { z } from 'zod'
import type { Debt } from '#contract/debts.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import {
  computeNextDebtDay,
  computePrincipalFen,
  computeTerminationTime,
  isTerminationDue,
} from '#server/domains/money/debts/debt.policy.ts'
import {
  buildDebtDayNotice,
  buildDebtEndNotice,
  buildDebtReleaseNotice,
  buildTerminationNotice,
  debtNoticeDays,
} from '#server/domains/money/debts/debts.notifications.ts'
import { type DebtRow, debtsRepo } from '#server/domains/money/debts/debts.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance, recordPosting } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** Returns what the caller owes and how it is computed; null if nothing is owed. */
export async function findDebt({ deps, caller }: Context): Promise<z.input<typeof Debt> | null> {
  const db = deps.database.kysely
  const row = await debtsRepo(db).findOpen(caller.user_id)
  const balanceFen = await getCashBalance(db, caller.user_id)
  if (!row || balanceFen >= 0n) return null
  return {
    principal: formatFenAsYuan(computePrincipalFen(balanceFen, row)),
    late_fee: formatFenAsYuan(row.fee_fen),
    owed: formatFenAsYuan(-balanceFen),
    since: row.since.toISOString(),
    days: row.days,
    terminates_at: row.terminated_at ? null : computeTerminationTime(row).toISOString(),
    terminated_at: row.terminated_at?.toISOString() ?? null,
  }
}

/** Releases a user's pay-as-you-go instances and returns their names; injected by the layer that knows instances. */
type ReleaseHourlyInstances = (tx: Tx, userId: string, reason: 'arrears') => Promise<string[]>

/** Opens, ages and ends debts (product §5). Run only while the clock can be trusted; idempotent over any number of runs. */
export async function runDebtCycle(deps: Deps, releaseHourly: ReleaseHourlyInstances): Promise<void> {
  const users = await debtsRepo(deps.database.kysely).indebted()
  await forEachIsolated(users, deps, 'counting a debt', async (userId) => {
    const terminated = await inTransaction(deps, (tx) => updateUserDebt(tx, userId))
    // Uses a separate transaction, because instance work locks the instance before the wallet.
    if (terminated) await inTransaction(deps, (tx) => releaseUserInstances(tx, userId, releaseHourly))
  })
}

/** Updates a user's debt; returns true if the user's service is terminated. */
async function updateUserDebt(tx: Tx, userId: string): Promise<boolean> {
  const now = tx.now()
  const balanceFen = await getCashBalance(tx.db, userId, { lock: true })
  const row = await debtsRepo(tx.db).lockOpen(userId)
  if (!row) {
    if (balanceFen < 0n) await debtsRepo(tx.db).insert({ id: newId('debt'), user_id: userId, since: now, day_seen_at: now })
    return false
  }
  if (balanceFen >= 0n) await endDebt(tx, row)
  else if (row.terminated_at) return true
  else if (isTerminationDue(row, now)) return terminateService(tx, row, -balanceFen)
  else await recordDebtDay(tx, row, balanceFen)
  return false
}

/** Records one more full day of debt: posts its late fee and notifies the owner on certain days. */
async function recordDebtDay(tx: Tx, row: DebtRow, balanceFen: bigint): Promise<void> {
  const day = computeNextDebtDay(row, balanceFen, tx.now())
  if (!day) return
  await debtsRepo(tx.db).update(row.id, day)
  const feeFen = day.fee_fen - row.fee_fen
  if (feeFen > 0n) {
    await recordPosting(tx.db, {
      idem: `late_fee:${row.id}:${day.days}`,
      kind: 'late_fee',
      title: `滞纳金（逾期第 ${day.days} 天）`,
      ref: row.id,
      at: tx.now(),
      movements: [{ from: { user: row.user_id }, to: 'revenue', amount_fen: feeFen }],
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  }
  if (day.days > row.days && debtNoticeDays.includes(day.days))
    await notifyUser(tx, { user_id: row.user_id, ...buildDebtDayNotice(feeFen - balanceFen, day.days) })
}

async function terminateService(tx: Tx, row: DebtRow, owedFen: bigint): Promise<true> {
  await debtsRepo(tx.db).update(row.id, { terminated_at: tx.now() })
  await notifyUser(tx, { user_id: row.user_id, ...buildTerminationNotice(owedFen) })
  return true
}

/** Releases the user's instances; those still being worked on are released in a later run. */
async function releaseUserInstances(tx: Tx, userId: string, releaseHourly: ReleaseHourlyInstances): Promise<void> {
  const released = await releaseHourly(tx, userId, 'arrears')
  if (released.length > 0) await notifyUser(tx, { user_id: userId, ...buildDebtReleaseNotice(released) })
}

async function endDebt(tx: Tx, row: DebtRow): Promise<void> {
  await debtsRepo(tx.db).update(row.id, { ended_at: tx.now() })
  // Notify of the end only if the debt was announced.
  if (row.days > 0) await notifyUser(tx, { user_id: row.user_id, ...buildDebtEndNotice() })
}
