import type { Transaction } from 'kysely'
import { formatFenText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { assertWithinProjectBudget } from '#server/domains/money/projects/project-budget.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getCashBalance, recordPosting } from '#server/ledger/ledger.ts'
import { lockVouchersOfUsers } from '#server/ledger/vouchers.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export interface AccountPair {
  master_id: string
  user_id: string
  project_id: string | null
  name: string
}

/** Locks the wallets of master and sub-account, so that neither is spent meanwhile. */
export const lockPairPurses = (
  trx: Transaction<DB>,
  { master_id: masterId, user_id: userId }: Pick<AccountPair, 'master_id' | 'user_id'>,
) => lockVouchersOfUsers(trx, [masterId, userId])

/** Returns the spare cash of a user: neither spent nor used up by running instances. */
export async function getSpareFen(trx: Transaction<DB>, userId: string, now: Date): Promise<bigint> {
  const { free_fen: freeFen } = await getFunds(trx, userId, now)
  const cashFen = await getCashBalance(trx, userId)
  const spare = freeFen < cashFen ? freeFen : cashFen
  return spare > 0n ? spare : 0n
}

/** Moves money from a master to its sub-account. The wallets are locked. */
export async function transferToSubAccount(
  tx: Tx,
  pair: AccountPair,
  amountFen: bigint,
  why: { idem: string; title: string },
): Promise<void> {
  const at = tx.now()
  const { master_id: masterId, user_id: userId } = pair
  const movements = [{ from: { user: masterId }, to: { user: userId }, amount_fen: amountFen }]
  await recordPosting(tx.db, { ...why, kind: 'allocate', ref: userId, at, movements })
  await clearArrears(tx.db, userId, at)
  await publishPairChange(tx, pair)
}

/** Moves money from a sub-account back to its master. The wallets are locked. */
export async function returnToMaster(tx: Tx, pair: AccountPair, amountFen: bigint, title: string): Promise<void> {
  const at = tx.now()
  const { master_id: masterId, user_id: userId } = pair
  const movements = [{ from: { user: userId }, to: { user: masterId }, amount_fen: amountFen }]
  await recordPosting(tx.db, { idem: `allocate:${newId('move')}`, kind: 'allocate', title, ref: userId, at, movements })
  await clearArrears(tx.db, masterId, at)
  await publishPairChange(tx, pair)
}

/** Allocates budget manually; refuses more than the master can spare, and more than the rest of the project's budget. */
export async function allocateBudget(tx: Tx, pair: AccountPair, amountFen: bigint): Promise<void> {
  await lockPairPurses(tx.db, pair)
  if ((await getSpareFen(tx.db, pair.master_id, tx.now())) < amountFen) throw new Refusal('insufficient_balance')
  await assertWithinProjectBudget(tx.db, pair.project_id, amountFen, tx.now())
  await transferToSubAccount(tx, pair, amountFen, { idem: `allocate:${newId('move')}`, title: `划拨给子账号 ${pair.name}` })
}

/** Takes back at most the unused budget; what running instances have already used stays. */
export async function takeBackBudget(tx: Tx, pair: AccountPair, amountFen: bigint): Promise<void> {
  await lockPairPurses(tx.db, pair)
  const spareFen = await getSpareFen(tx.db, pair.user_id, tx.now())
  if (spareFen < amountFen) throw createFieldRefusal('sub_account_budget', 'amount', `最多可以收回 ¥${formatFenText(spareFen)}`)
  await returnToMaster(tx, pair, amountFen, `从子账号 ${pair.name} 收回`)
}

async function publishPairChange(tx: Tx, { master_id: masterId, user_id: userId }: AccountPair): Promise<void> {
  for (const id of [masterId, userId]) {
    await publishChange(tx, { user_id: id, resource: 'wallet', id: null })
  }
}
