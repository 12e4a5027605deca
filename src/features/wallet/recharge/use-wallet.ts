import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Wallet = EndpointData<typeof wallet.get>

const live = ['wallet'] as const

/** Loads the wallet; refetched whenever the server reports a change. */
export const useWallet = () => useEndpoint(wallet.get, {}, { live })
