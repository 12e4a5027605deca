import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { call } from '#src/api/call.ts'

export type RechargeWays = DataOf<typeof wallet.recharge_ways>
export type BankAccount = NonNullable<RechargeWays['bank']>

/** How money can be paid in here; it does not change while somebody looks. */
export const useRechargeWays = (): UseQueryResult<RechargeWays> =>
  useQuery({
    queryKey: ['recharge-ways'],
    queryFn: async ({ signal }) => (await call(wallet.recharge_ways, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
