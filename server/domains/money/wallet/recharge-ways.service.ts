import type { z } from 'zod'
import type { BankAccount } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { remarkCode } from '#server/domains/money/wallet/remark-code.policy.ts'
import type { Context } from '#server/http/context.ts'
import type { PayChannelName } from '#server/ports/payment.ts'

/** Shown where the sandbox stands in; nobody can send money to it. */
const sample_account = { bank_name: '示例银行北京分行', account_name: '示例收款户名', account_number: '0000 0000 0000 0000 000' }

/** The account that transfers go to, or undefined where there is none. */
export const bankAccount = ({ config, sandbox }: Pick<Deps, 'config' | 'sandbox'>) =>
  config.bank ?? (sandbox.payment ? sample_account : undefined)

/** How money can be paid in here. */
export async function getRechargeWays({ deps, caller }: Context) {
  const account = bankAccount(deps)
  const invite_code = await rechargesRepo(deps.database.kysely).inviteCode(caller.user_id)
  const bank: z.input<typeof BankAccount> | null = account
    ? { ...account, remark_code: remarkCode(invite_code), sample: account === sample_account }
    : null
  return { channels: Object.keys(deps.payment.channels) as PayChannelName[], bank }
}
