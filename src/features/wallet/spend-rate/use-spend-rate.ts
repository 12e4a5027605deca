import type { DataOf } from '#contract/endpoint.ts'
import { guards } from '#contract/guards.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type Burn = DataOf<typeof guards.burn>

const burn_live = ['instances', 'wallet'] as const
const releases_live = ['instances'] as const
const refresh_ms = 60_000

/** What runs, what it burns, how long the money lasts. */
export function useBurn() {
  return useEndpoint(guards.burn, {}, { every: refresh_ms, live: burn_live })
}

/** What will be released within a week. */
export function useReleases() {
  return useEndpoint(guards.releases, {}, { live: releases_live })
}
