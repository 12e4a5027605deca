import { consumption, type SpendBasis } from '#contract/consumption.ts'
import type { CallInput, EndpointData } from '#contract/endpoint.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type SpendByDay = EndpointData<typeof consumption.daily>
export type SpendDays = NonNullable<NonNullable<CallInput<typeof consumption.daily>['query']>['days']>

const live = ['wallet', 'instances'] as const
const refreshMs = 60_000

/** Loads what was spent on each of the last days by instance; the days before stay on screen while others load. */
export const useDailySpend = (days: SpendDays, basis: SpendBasis = 'used') =>
  useEndpoint(consumption.daily, { query: { days, basis } }, { every: refreshMs, live, keep: true })
