import { consumption } from '#contract/consumption.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type CostOverview = EndpointData<typeof consumption.overview>

const live = ['wallet', 'instances'] as const
const refreshMs = 60_000

export function useCostOverview() {
  return useEndpoint(consumption.overview, {}, { every: refreshMs, live })
}
