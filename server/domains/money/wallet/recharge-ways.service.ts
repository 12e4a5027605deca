import type { z } from 'zod'
import type { CompanyBankAccount } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { formatRemarkCode } from '#server/domains/money/wallet/remark-code.policy.ts'
import type { Context } from '#server/http/context.ts'
import type { PayChannelName } from '#server/ports/payment.ts'

/** Sample account shown in the sandbox; nobody can send money to it. */
const sampleAccount = { bank_name: '示例银行北京分行', account_name: '示例收款户名', account_number: '0000 0000 0000 0000 000' }

/** Returns the account for bank transfers, or undefined if there is none. */
export const findBankAccount = ({ config, sandbox }: Pick<Deps, 'config' | 'sandbox'>) =>
  config.bank ?? (sandbox.payment ? sampleAccount : undefined)

/** Returns the available ways to recharge. */
export async function getRechargeWays({ deps, caller }: Context) {
  const account = findBankAccount(deps)
  const inviteCode = await rechargesRepo(deps.database.kysely).inviteCode(caller.user_id)
  const bank: z.input<typeof CompanyBankAccount> | null = account
    ? { ...account, remark_code: formatRemarkCode(inviteCode), sample: account === sampleAccount }
    : null
  return { channels: Object.keys(deps.payment.channels) as PayChannelName[], bank }
}
