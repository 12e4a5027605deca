import type { EndpointData } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Overview = EndpointData<typeof wallet.overview>

const live = ['instances', 'wallet', 'user'] as const
/** Largest age of the figures: the cost of running instances grows every second. */
const refreshMs = 30_000
export const maxRunningShown = 5

/** Loads all data of the overview page; kept current by the event stream. */
export const useOverview = () => useEndpoint(wallet.overview, {}, { every: refreshMs, live })

/** Loads the newest running instances. */
export const useRunningInstances = () =>
  useEndpoint(instances.list, { query: { running: 'true', page_size: maxRunningShown } }, { every: refreshMs, live })
