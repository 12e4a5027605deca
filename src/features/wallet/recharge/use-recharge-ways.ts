import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

type RechargeWays = EndpointData<typeof wallet.recharge_ways>
export type RechargeBankAccount = NonNullable<RechargeWays['bank']>

/** Loads the available payment methods, which do not change during a visit. */
export const useRechargeWays = () => useEndpoint(wallet.recharge_ways, {}, { staleTime: Number.POSITIVE_INFINITY })
