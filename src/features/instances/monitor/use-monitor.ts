import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Monitor, type MonitorRange, monitor, sample_seconds } from '#contract/monitor.ts'
import { call } from '#src/api/call.ts'
import type { Span } from './monitor-view.ts'

export type Asked = { range: MonitorRange } | Span

/** The charts of an instance; asked for again with every sample while they are followed. */
export function useMonitor(id: string, asked: Asked, follow: boolean, enabled = true): UseQueryResult<Monitor> {
  const query = 'range' in asked ? asked : { from: new Date(asked.from).toISOString(), to: new Date(asked.to).toISOString() }
  return useQuery({
    queryKey: ['instance-monitor', id, query],
    queryFn: async ({ signal }) => (await call(monitor.read, { params: { id }, query }, { signal })).data,
    // Another time is drawn in the place of this one, not after a blank; another instance never is.
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === id ? keepPreviousData(before) : undefined),
    refetchInterval: follow ? sample_seconds * 1000 : false,
    enabled,
  })
}
