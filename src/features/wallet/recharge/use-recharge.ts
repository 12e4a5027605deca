import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type RechargeDetail = EndpointData<typeof wallet.get_recharge>

const pollMs = 2000
const live = ['wallet'] as const
const isPending = (recharge: RechargeDetail | undefined) => recharge?.status === 'pending'

/** One payment, asked for every 2 s and whenever the stream speaks of it, for as long as it waits for its money. */
export const useRecharge = (id: string) =>
  useEndpoint(
    wallet.get_recharge,
    { params: { id } },
    { live, liveId: id, every: (recharge) => (isPending(recharge) ? pollMs : false), onFocus: isPending },
  )
