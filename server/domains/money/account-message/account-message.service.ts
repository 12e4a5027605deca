import { yuanOfFen } from '#contract/money.ts'
import { accountMessageRepo } from '#server/domains/money/account-message/account-message.repo.ts'
import type { Context } from '#server/http/context.ts'
import { walletBalances } from '#server/ledger/ledger.ts'

/** Who I am at a glance, beside what the user info says: every wallet, and what the account has (product §6). */
export async function getAccountMessage({ deps, caller }: Context) {
  const db = deps.database.kysely
  const { cash, frozen, income, income_frozen } = await walletBalances(db, caller.user_id)
  const { voucher_fen, ...counts } = await accountMessageRepo(db).counts(caller.user_id)
  return {
    wallets: {
      cash: yuanOfFen(cash),
      frozen: yuanOfFen(frozen),
      income: yuanOfFen(income),
      income_frozen: yuanOfFen(income_frozen),
      voucher: yuanOfFen(voucher_fen),
    },
    ...counts,
  }
}
