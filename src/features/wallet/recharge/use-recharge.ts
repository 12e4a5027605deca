import type { DataOf } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Recharge = DataOf<typeof wallet.get_recharge>

const poll_ms = 2000
const live = ['wallet'] as const
const waits = (recharge: Recharge | undefined) => recharge?.status === 'pending'

/** One payment, asked for every 2 s and whenever the stream speaks of it, for as long as it waits for its money. */
export const useRecharge = (id: string) =>
  useEndpoint(
    wallet.get_recharge,
    { params: { id } },
    { live, live_id: id, every: (recharge) => (waits(recharge) ? poll_ms : false), on_focus: waits },
  )
