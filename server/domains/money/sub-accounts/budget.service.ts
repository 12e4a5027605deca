import type { Transaction } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { AfterCommit } from '#server/http/context.ts'
import { cashBalance, post } from '#server/ledger/ledger.ts'
import { lockPurses } from '#server/ledger/vouchers.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

export interface Pair {
  master_id: string
  user_id: string
  name: string
}

/** Holds the wallets of both, so that neither is spent meanwhile. */
export const lockBoth = (trx: Transaction<DB>, { master_id, user_id }: Pick<Pair, 'master_id' | 'user_id'>) =>
  lockPurses(trx, [master_id, user_id])

/** What may be taken away from a user: cash that is neither spent nor used up by what runs. */
export async function spareFen(trx: Transaction<DB>, user_id: string, now: Date): Promise<bigint> {
  const { free_fen } = await fundsOf(trx, user_id, now)
  const cash_fen = await cashBalance(trx, user_id)
  const spare = free_fen < cash_fen ? free_fen : cash_fen
  return spare > 0n ? spare : 0n
}

/** Moves money from a master to its sub-account. The wallets are locked. */
export async function give(
  ...[trx, afterCommit, deps, pair, amount_fen, why]: [
    Transaction<DB>,
    AfterCommit,
    Deps,
    Pair,
    bigint,
    { idem: string; title: string },
  ]
): Promise<void> {
  const at = deps.clock.now()
  const { master_id, user_id } = pair
  const movements = [{ from: { user: master_id }, to: { user: user_id }, amount_fen }]
  await post(trx, { ...why, kind: 'allocate', ref: user_id, at, movements })
  await clearArrears(trx, user_id, at)
  await tellBoth(trx, afterCommit, deps, pair)
}

/** Moves money back. The wallets are locked. */
export async function giveBack(
  ...[trx, afterCommit, deps, pair, amount_fen, title]: [Transaction<DB>, AfterCommit, Deps, Pair, bigint, string]
): Promise<void> {
  const at = deps.clock.now()
  const { master_id, user_id } = pair
  const movements = [{ from: { user: user_id }, to: { user: master_id }, amount_fen }]
  await post(trx, { idem: `allocate:${newId('move')}`, kind: 'allocate', title, ref: user_id, at, movements })
  await clearArrears(trx, master_id, at)
  await tellBoth(trx, afterCommit, deps, pair)
}

/** Sets money aside by hand; refuses more than the master can spare. */
export async function allocate(
  ...[trx, afterCommit, deps, pair, amount_fen]: [Transaction<DB>, AfterCommit, Deps, Pair, bigint]
): Promise<void> {
  await lockBoth(trx, pair)
  if ((await spareFen(trx, pair.master_id, deps.clock.now())) < amount_fen) throw new Refusal('insufficient_balance')
  await give(trx, afterCommit, deps, pair, amount_fen, { idem: `allocate:${newId('move')}`, title: `划拨给子账号 ${pair.name}` })
}

/** Takes back at most what is unused; what runs keeps what it has used already. */
export async function takeBack(
  ...[trx, afterCommit, deps, pair, amount_fen]: [Transaction<DB>, AfterCommit, Deps, Pair, bigint]
): Promise<void> {
  await lockBoth(trx, pair)
  const spare_fen = await spareFen(trx, pair.user_id, deps.clock.now())
  if (spare_fen < amount_fen) throw refuseField('sub_account_budget', 'amount', `最多可以收回 ¥${yuanOfFen(spare_fen)}`)
  await giveBack(trx, afterCommit, deps, pair, amount_fen, `从子账号 ${pair.name} 收回`)
}

async function tellBoth(trx: Transaction<DB>, afterCommit: AfterCommit, deps: Deps, { master_id, user_id }: Pair): Promise<void> {
  for (const id of [master_id, user_id]) {
    await publishChange(trx, afterCommit, deps, { user_id: id, resource: 'wallet', id: null })
  }
}
