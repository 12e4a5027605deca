import { useQuery } from '@tanstack/react-query'
import { consumption } from '#contract/consumption.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'

export type CostOverview = DataOf<typeof consumption.overview>

const overview_key = ['cost-overview'] as const
const live = ['wallet', 'instances'] as const
const refresh_ms = 60_000

export function useCostOverview() {
  useLiveQueries(overview_key, live)
  return useQuery({
    queryKey: overview_key,
    queryFn: async ({ signal }) => (await call(consumption.overview, {}, { signal })).data,
    refetchInterval: refresh_ms,
  })
}
