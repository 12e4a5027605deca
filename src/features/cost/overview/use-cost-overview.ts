import { consumption } from '#contract/consumption.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type CostOverview = DataOf<typeof consumption.overview>

const live = ['wallet', 'instances'] as const
const refresh_ms = 60_000

export function useCostOverview() {
  return useEndpoint(consumption.overview, {}, { every: refresh_ms, live })
}
