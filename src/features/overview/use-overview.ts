import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'

export type Overview = DataOf<typeof wallet.overview>

const overview_key = ['overview'] as const
const live = ['instances', 'wallet', 'user'] as const
/** What runs costs more by the second; the figures are never older than this. */
const refresh_ms = 30_000
export const running_shown = 5

/** Everything the first page says, kept current by the stream. */
export function useOverview(): UseQueryResult<Overview> {
  useLiveQueries(overview_key, live)
  return useQuery({
    queryKey: [...overview_key, 'figures'],
    queryFn: async ({ signal }) => (await call(wallet.overview, {}, { signal })).data,
    refetchInterval: refresh_ms,
  })
}

/** The newest of what runs. */
export const useRunning = (): UseQueryResult<readonly Instance[]> =>
  useQuery({
    queryKey: [...overview_key, 'running'],
    queryFn: async ({ signal }) => {
      const query = { running: 'true' as const, page_size: running_shown }
      return (await call(instances.list, { query }, { signal })).data
    },
    refetchInterval: refresh_ms,
  })
