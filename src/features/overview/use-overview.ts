import type { DataOf } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Overview = DataOf<typeof wallet.overview>

const live = ['instances', 'wallet', 'user'] as const
/** What runs costs more by the second; the figures are never older than this. */
const refresh_ms = 30_000
export const running_shown = 5

/** Everything the first page says, kept current by the stream. */
export const useOverview = () => useEndpoint(wallet.overview, {}, { every: refresh_ms, live })

/** The newest of what runs. */
export const useRunning = () =>
  useEndpoint(instances.list, { query: { running: 'true', page_size: running_shown } }, { every: refresh_ms, live })
