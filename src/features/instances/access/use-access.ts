import { useQuery } from '@tanstack/react-query'
import { type InstanceAccess, instance_access } from '#contract/instance-access.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { call } from '#src/api/call.ts'
import { serverNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'

export const accessKey = (id: string) => ['instance-access', id] as const

const fresh_ms = 15_000
/** JupyterLab answers some seconds after the boot. */
const young_ms = 120_000
const young_again_ms = 5_000

const mayComeYet = ({ status, started_at }: InstanceDetail, { ports }: InstanceAccess): boolean =>
  status === status_codes.running &&
  started_at !== null &&
  serverNow() - Date.parse(started_at) < young_ms &&
  ports !== null &&
  !ports.some(({ kind }) => kind === 'jupyter')

/** The ways in. Looked at again when it starts or stops, and when somebody comes back from the program he started. */
export const useAccess = (instance: InstanceDetail) => {
  const { id, status } = instance
  return useQuery<InstanceAccess>({
    queryKey: [...accessKey(id), status],
    queryFn: async ({ signal }) => (await call(instance_access.get, { params: { id } }, { signal })).data,
    placeholderData: (previous) => previous,
    staleTime: fresh_ms,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => data !== undefined && mayComeYet(instance, data) && young_again_ms,
  })
}
