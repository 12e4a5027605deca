import type { EndpointData } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Overview = EndpointData<typeof wallet.overview>

const live = ['instances', 'wallet', 'user'] as const
/** What runs costs more by the second; the figures are never older than this. */
const refreshMs = 30_000
export const maxRunningShown = 5

/** Everything the first page says, kept current by the stream. */
export const useOverview = () => useEndpoint(wallet.overview, {}, { every: refreshMs, live })

/** The newest of what runs. */
export const useRunningInstances = () =>
  useEndpoint(instances.list, { query: { running: 'true', page_size: maxRunningShown } }, { every: refreshMs, live })
