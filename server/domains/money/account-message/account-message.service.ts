import { formatFenAsYuan } from '#contract/money.ts'
import { accountMessageRepo } from '#server/domains/money/account-message/account-message.repo.ts'
import type { Context } from '#server/http/context.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'

/** Returns the account summary shown beside the user info: all wallet balances and counts (product §6). */
export async function getAccountMessage({ deps, caller }: Context) {
  const db = deps.database.kysely
  const { cash, frozen, income, income_frozen: incomeFrozen } = await getWalletBalances(db, caller.user_id)
  const { voucher_fen: voucherFen, ...counts } = await accountMessageRepo(db).counts(caller.user_id)
  return {
    wallets: {
      cash: formatFenAsYuan(cash),
      frozen: formatFenAsYuan(frozen),
      income: formatFenAsYuan(income),
      income_frozen: formatFenAsYuan(incomeFrozen),
      voucher: formatFenAsYuan(voucherFen),
    },
    ...counts,
  }
}
