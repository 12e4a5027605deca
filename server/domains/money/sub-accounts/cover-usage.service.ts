import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { cashBalance, post } from '#server/ledger/ledger.ts'

/** The masters of these users: whose wallets are to be locked with theirs before usage is posted. */
export const mastersOf = (trx: Transaction<DB>, user_ids: readonly string[]): Promise<Map<string, string>> =>
  subAccountsRepo(trx).masters(user_ids)

/**
 * After usage was posted: what a sub-account has used beyond its budget is paid by its master at once, as far as that has
 * money; the rest is owed as usual (docs/decisions/036). `key` names the posting, so that a second try pays once.
 */
export async function coverFromMaster(
  trx: Transaction<DB>,
  masters: ReadonlyMap<string, string>,
  { key, at }: { key: (user_id: string) => string; at: Date },
): Promise<void> {
  for (const [user_id, master_id] of masters) {
    const owed_fen = -(await cashBalance(trx, user_id))
    if (owed_fen <= 0n) continue
    const there_fen = await cashBalance(trx, master_id)
    const amount_fen = there_fen < owed_fen ? there_fen : owed_fen
    if (amount_fen <= 0n) continue
    await post(trx, {
      idem: `cover:${user_id}:${key(user_id)}`,
      kind: 'allocate',
      title: '补足子账号超出额度的用量',
      ref: user_id,
      at,
      movements: [{ from: { user: master_id }, to: { user: user_id }, amount_fen }],
    })
  }
}
