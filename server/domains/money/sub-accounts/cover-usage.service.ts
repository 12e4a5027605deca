import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { getCashBalances, type Posting, recordPostings } from '#server/ledger/ledger.ts'

/** Returns the masters of these users; their wallets must be locked too before usage is posted. */
export const getMasters = (trx: Transaction<DB>, userIds: readonly string[]): Promise<Map<string, string>> =>
  subAccountsRepo(trx).masters(userIds)

/**
 * After a usage posting, the master pays at once what a sub-account has used beyond its budget, as far as its money reaches; the
 * rest becomes normal debt (docs/decisions/036). `key` identifies the posting, so that a retry pays once.
 */
export async function coverUsageFromMaster(
  trx: Transaction<DB>,
  masters: ReadonlyMap<string, string>,
  { key, at }: { key: (userId: string) => string; at: Date },
): Promise<void> {
  if (masters.size === 0) return
  const balances = await getCashBalances(trx, [...masters.keys(), ...masters.values()])
  const postings: Posting[] = []
  for (const [userId, masterId] of masters) {
    const owedFen = -balances.get(userId)!
    const thereFen = balances.get(masterId)!
    const amountFen = thereFen < owedFen ? thereFen : owedFen
    if (amountFen <= 0n) continue
    balances.set(masterId, thereFen - amountFen)
    postings.push({
      idem: `cover:${userId}:${key(userId)}`,
      kind: 'allocate',
      title: '补足子账号超出额度的用量',
      ref: userId,
      at,
      movements: [{ from: { user: masterId }, to: { user: userId }, amount_fen: amountFen }],
    })
  }
  await recordPostings(trx, postings)
}
