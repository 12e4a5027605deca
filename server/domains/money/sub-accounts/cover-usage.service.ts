import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { getCashBalance, recordPosting } from '#server/ledger/ledger.ts'

/** The masters of these users: whose wallets are to be locked with theirs before usage is posted. */
export const getMasters = (trx: Transaction<DB>, userIds: readonly string[]): Promise<Map<string, string>> =>
  subAccountsRepo(trx).masters(userIds)

/**
 * After usage was posted: what a sub-account has used beyond its budget is paid by its master at once, as far as that has
 * money; the rest is owed as usual (docs/decisions/036). `key` names the posting, so that a second try pays once.
 */
export async function coverUsageFromMaster(
  trx: Transaction<DB>,
  masters: ReadonlyMap<string, string>,
  { key, at }: { key: (userId: string) => string; at: Date },
): Promise<void> {
  for (const [userId, masterId] of masters) {
    const owedFen = -(await getCashBalance(trx, userId))
    if (owedFen <= 0n) continue
    const thereFen = await getCashBalance(trx, masterId)
    const amountFen = thereFen < owedFen ? thereFen : owedFen
    if (amountFen <= 0n) continue
    await recordPosting(trx, {
      idem: `cover:${userId}:${key(userId)}`,
      kind: 'allocate',
      title: '补足子账号超出额度的用量',
      ref: userId,
      at,
      movements: [{ from: { user: masterId }, to: { user: userId }, amount_fen: amountFen }],
    })
  }
}
