import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Yuan } from './scalars.ts'

/** All wallets of an account, in yuan; `voucher` is the sum of the remaining voucher balances. */
const Wallets = z.object({ cash: Yuan, frozen: Yuan, income: Yuan, income_frozen: Yuan, voucher: Yuan })

export const accountMessage = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/account_message',
    access: 'user',
    summary: '账户信息：实名、钱包与拥有的东西，一目了然',
    description: "Returns the caller's wallets in yuan, and how many instances, keys, sub-accounts and invitees there are.",
    source: 'decided: product §6',
    data: z.object({
      wallets: Wallets,
      instances: z.number().int(),
      secret_keys: z.number().int(),
      sub_accounts: z.number().int(),
      invitees: z.number().int(),
    }),
  }),
}
