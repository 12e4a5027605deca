import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type RechargeDetail = EndpointData<typeof wallet.get_recharge>

const pollMs = 2000
const live = ['wallet'] as const
const isPending = (recharge: RechargeDetail | undefined) => recharge?.status === 'pending'

/** Loads one payment; while it is pending, polls every 2 s and refetches on stream events. */
export const useRecharge = (id: string) =>
  useEndpoint(
    wallet.get_recharge,
    { params: { id } },
    { live, liveId: id, every: (recharge) => (isPending(recharge) ? pollMs : false), onFocus: isPending },
  )
