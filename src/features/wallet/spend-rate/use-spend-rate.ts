import type { EndpointData } from '#contract/endpoint.ts'
import { instanceGuards } from '#contract/guards.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type SpendRate = EndpointData<typeof instanceGuards.burn>

const spendRateLive = ['instances', 'wallet'] as const
const refreshMs = 60_000

/** Loads running instances, spend rate, and how long the balance lasts. */
export function useSpendRate() {
  return useEndpoint(instanceGuards.burn, {}, { every: refreshMs, live: spendRateLive })
}
