import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Wallet = EndpointData<typeof wallet.get>

const live = ['wallet'] as const

/** The wallet, fetched again whenever the server says that it changed. */
export const useWallet = () => useEndpoint(wallet.get, {}, { live })
