import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

type RechargeWays = EndpointData<typeof wallet.recharge_ways>
export type RechargeBankAccount = NonNullable<RechargeWays['bank']>

/** How money can be paid in here; it does not change while somebody looks. */
export const useRechargeWays = () => useEndpoint(wallet.recharge_ways, {}, { staleTime: Number.POSITIVE_INFINITY })
