import type { Transaction } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { cashBalance, post } from '#server/ledger/ledger.ts'
import { lockPurses } from '#server/ledger/vouchers.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

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
export async function give(tx: Tx, pair: Pair, amount_fen: bigint, why: { idem: string; title: string }): Promise<void> {
  const at = tx.now()
  const { master_id, user_id } = pair
  const movements = [{ from: { user: master_id }, to: { user: user_id }, amount_fen }]
  await post(tx.db, { ...why, kind: 'allocate', ref: user_id, at, movements })
  await clearArrears(tx.db, user_id, at)
  await tellBoth(tx, pair)
}

/** Moves money back. The wallets are locked. */
export async function giveBack(tx: Tx, pair: Pair, amount_fen: bigint, title: string): Promise<void> {
  const at = tx.now()
  const { master_id, user_id } = pair
  const movements = [{ from: { user: user_id }, to: { user: master_id }, amount_fen }]
  await post(tx.db, { idem: `allocate:${newId('move')}`, kind: 'allocate', title, ref: user_id, at, movements })
  await clearArrears(tx.db, master_id, at)
  await tellBoth(tx, pair)
}

/** Sets money aside by hand; refuses more than the master can spare. */
export async function allocate(tx: Tx, pair: Pair, amount_fen: bigint): Promise<void> {
  await lockBoth(tx.db, pair)
  if ((await spareFen(tx.db, pair.master_id, tx.now())) < amount_fen) throw new Refusal('insufficient_balance')
  await give(tx, pair, amount_fen, { idem: `allocate:${newId('move')}`, title: `划拨给子账号 ${pair.name}` })
}

/** Takes back at most what is unused; what runs keeps what it has used already. */
export async function takeBack(tx: Tx, pair: Pair, amount_fen: bigint): Promise<void> {
  await lockBoth(tx.db, pair)
  const spare_fen = await spareFen(tx.db, pair.user_id, tx.now())
  if (spare_fen < amount_fen) throw refuseField('sub_account_budget', 'amount', `最多可以收回 ¥${yuanOfFen(spare_fen)}`)
  await giveBack(tx, pair, amount_fen, `从子账号 ${pair.name} 收回`)
}

async function tellBoth(tx: Tx, { master_id, user_id }: Pair): Promise<void> {
  for (const id of [master_id, user_id]) {
    await publishChange(tx, { user_id: id, resource: 'wallet', id: null })
  }
}
