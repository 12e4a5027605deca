import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import { guards } from '#contract/guards.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'

export type Burn = DataOf<typeof guards.burn>
export type Releases = DataOf<typeof guards.releases>

const burn_key = ['burn'] as const
const releases_key = ['releases'] as const
const burn_live = ['instances', 'wallet'] as const
const releases_live = ['instances'] as const
const refresh_ms = 60_000

/** What runs, what it burns, how long the money lasts. */
export function useBurn(): UseQueryResult<Burn> {
  useLiveQueries(burn_key, burn_live)
  return useQuery({
    queryKey: burn_key,
    queryFn: async ({ signal }) => (await call(guards.burn, {}, { signal })).data,
    refetchInterval: refresh_ms,
  })
}

/** What will be released within a week. */
export function useReleases(): UseQueryResult<Releases> {
  useLiveQueries(releases_key, releases_live)
  return useQuery({
    queryKey: releases_key,
    queryFn: async ({ signal }) => (await call(guards.releases, {}, { signal })).data,
  })
}
