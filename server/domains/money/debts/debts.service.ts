import type { z } from 'zod'
import type { Debt } from '#contract/debts.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { isTooLate, nextDay, principalOf, terminatesAt } from '#server/domains/money/debts/debt.policy.ts'
import {
  days_told,
  noticeOfDay,
  noticeOfEnd,
  noticeOfRelease,
  noticeOfTermination,
} from '#server/domains/money/debts/debts.notifications.ts'
import { type DebtRow, debtsRepo } from '#server/domains/money/debts/debts.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance, post } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** What the caller owes, with its reasoning; null when nothing is. */
export async function getDebt({ deps, caller }: Context): Promise<z.input<typeof Debt> | null> {
  const db = deps.database.kysely
  const row = await debtsRepo(db).findOpen(caller.user_id)
  const balance_fen = await cashBalance(db, caller.user_id)
  if (!row || balance_fen >= 0n) return null
  return {
    principal: yuanOfFen(principalOf(balance_fen, row)),
    late_fee: yuanOfFen(row.fee_fen),
    owed: yuanOfFen(-balance_fen),
    since: row.since.toISOString(),
    days: row.days,
    terminates_at: row.terminated_at ? null : terminatesAt(row).toISOString(),
    terminated_at: row.terminated_at?.toISOString() ?? null,
  }
}

/** Releases the pay-as-you-go instances of a user and answers their names; given by the floor that knows instances. */
type ReleaseHourly = (tx: Tx, user_id: string, reason: 'arrears') => Promise<string[]>

/** Opens, counts and ends debts (product §5). Run while the clock can be trusted; any number of runs comes to the same. */
export async function runDebtCycle(deps: Deps, releaseHourly: ReleaseHourly): Promise<void> {
  const users = await debtsRepo(deps.database.kysely).indebted()
  await forEachIsolated(users, deps, 'counting a debt', async (user_id) => {
    const terminated = await inTransaction(deps, (tx) => keepDebt(tx, user_id))
    // Apart, because whoever works on an instance holds it before the wallet.
    if (terminated) await inTransaction(deps, (tx) => releaseAll(tx, user_id, releaseHourly))
  })
}

/** True when the service of this user is terminated. */
async function keepDebt(tx: Tx, user_id: string): Promise<boolean> {
  const now = tx.now()
  const balance_fen = await cashBalance(tx.db, user_id, { lock: true })
  const row = await debtsRepo(tx.db).lockOpen(user_id)
  if (!row) {
    if (balance_fen < 0n) await debtsRepo(tx.db).insert({ id: newId('debt'), user_id, since: now, day_seen_at: now })
    return false
  }
  if (balance_fen >= 0n) await endDebt(tx, row)
  else if (row.terminated_at) return true
  else if (isTooLate(row, now)) return terminate(tx, row, -balance_fen)
  else await countDay(tx, row, balance_fen)
  return false
}

/** One full day more: its late fee is posted, and on some days its owner is told. */
async function countDay(tx: Tx, row: DebtRow, balance_fen: bigint): Promise<void> {
  const day = nextDay(row, balance_fen, tx.now())
  if (!day) return
  await debtsRepo(tx.db).update(row.id, day)
  const fee_fen = day.fee_fen - row.fee_fen
  if (fee_fen > 0n) {
    await post(tx.db, {
      idem: `late_fee:${row.id}:${day.days}`,
      kind: 'late_fee',
      title: `滞纳金（逾期第 ${day.days} 天）`,
      ref: row.id,
      at: tx.now(),
      movements: [{ from: { user: row.user_id }, to: 'revenue', amount_fen: fee_fen }],
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  }
  if (day.days > row.days && days_told.includes(day.days))
    await notify(tx, { user_id: row.user_id, ...noticeOfDay(fee_fen - balance_fen, day.days) })
}

async function terminate(tx: Tx, row: DebtRow, owed_fen: bigint): Promise<true> {
  await debtsRepo(tx.db).update(row.id, { terminated_at: tx.now() })
  await notify(tx, { user_id: row.user_id, ...noticeOfTermination(owed_fen) })
  return true
}

/** What is still in hand is released at a later look. */
async function releaseAll(tx: Tx, user_id: string, releaseHourly: ReleaseHourly): Promise<void> {
  const released = await releaseHourly(tx, user_id, 'arrears')
  if (released.length > 0) await notify(tx, { user_id, ...noticeOfRelease(released) })
}

async function endDebt(tx: Tx, row: DebtRow): Promise<void> {
  await debtsRepo(tx.db).update(row.id, { ended_at: tx.now() })
  // Who was told of it is told of its end.
  if (row.days > 0) await notify(tx, { user_id: row.user_id, ...noticeOfEnd() })
}
