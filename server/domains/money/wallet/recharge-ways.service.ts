import type { z } from 'zod'
import type { CompanyBankAccount } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { formatRemarkCode } from '#server/domains/money/wallet/remark-code.policy.ts'
import type { Context } from '#server/http/context.ts'
import type { PayChannelName } from '#server/ports/payment.ts'

/** Shown where the sandbox stands in; nobody can send money to it. */
const sampleAccount = { bank_name: '示例银行北京分行', account_name: '示例收款户名', account_number: '0000 0000 0000 0000 000' }

/** The account that transfers go to, or undefined where there is none. */
export const findBankAccount = ({ config, sandbox }: Pick<Deps, 'config' | 'sandbox'>) =>
  config.bank ?? (sandbox.payment ? sampleAccount : undefined)

/** How money can be paid in here. */
export async function getRechargeWays({ deps, caller }: Context) {
  const account = findBankAccount(deps)
  const inviteCode = await rechargesRepo(deps.database.kysely).inviteCode(caller.user_id)
  const bank: z.input<typeof CompanyBankAccount> | null = account
    ? { ...account, remark_code: formatRemarkCode(inviteCode), sample: account === sampleAccount }
    : null
  return { channels: Object.keys(deps.payment.channels) as PayChannelName[], bank }
}
