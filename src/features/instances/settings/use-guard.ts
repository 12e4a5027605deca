import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Forecast, type Guard, type GuardForm, guards } from '#contract/guards.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'

const live = ['instances', 'wallet'] as const
/** What runs costs more by the second; the figures are never older than this. */
const refresh_ms = 30_000
const keyOf = (id: string, what: 'guard' | 'forecast') => ['instance-guard', id, what] as const

/** The rules that may stop an instance, kept current by the stream. */
export function useGuard(id: string): UseQueryResult<Guard> {
  const queryKey = useMemo(() => keyOf(id, 'guard'), [id])
  useLiveQueries(queryKey, live, id)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(guards.get, { params: { id } }, { signal })).data,
    refetchInterval: refresh_ms,
  })
}

/** What it costs to stop now, or to leave it running. */
export function useForecast(id: string): UseQueryResult<Forecast> {
  const queryKey = useMemo(() => keyOf(id, 'forecast'), [id])
  useLiveQueries(queryKey, live, id)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(guards.forecast, { params: { id } }, { signal })).data,
    refetchInterval: refresh_ms,
  })
}

/** Saves rules, or puts a stop off; what is shown of the instance follows. */
export function useChangeGuard(id: string) {
  const client = useQueryClient()
  const shown = useCallback(
    async (guard: Guard) => {
      client.setQueryData(keyOf(id, 'guard'), guard)
      await client.invalidateQueries({ queryKey: keyOf(id, 'forecast') })
    },
    [client, id],
  )
  return {
    save: async (body: GuardForm) => {
      const { data, message } = await call(guards.update, { params: { id }, body })
      await shown(data)
      return message
    },
    extend: async (rule: 'timer' | 'schedule' | 'spend' | 'idle') => {
      const { data, message } = await call(guards.extend, { params: { id }, body: { rule } })
      await shown(data)
      return message
    },
  }
}
