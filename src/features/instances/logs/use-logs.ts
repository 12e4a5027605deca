import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { instances } from '#contract/instances.ts'
import { call } from '#src/api/call.ts'

const follow_ms = 3000

/** The end of the log; asked for again while somebody follows it. */
export const useLogs = (id: string, tail: number, follow: boolean): UseQueryResult<readonly string[]> =>
  useQuery({
    queryKey: ['instance-logs', id, tail],
    queryFn: async ({ signal }) => (await call(instances.logs, { params: { id }, query: { tail } }, { signal })).data.lines,
    placeholderData: (before) => before,
    refetchInterval: follow ? follow_ms : false,
  })
