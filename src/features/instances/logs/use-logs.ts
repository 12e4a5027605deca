import { instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const follow_ms = 3000

/** The end of the log; asked for again while somebody follows it. */
export function useLogs(id: string, tail: number, follow: boolean) {
  const { data, ...logs } = useEndpoint(
    instances.logs,
    { params: { id }, query: { tail } },
    { keep: true, every: follow ? follow_ms : false },
  )
  return { ...logs, data: data?.lines }
}
