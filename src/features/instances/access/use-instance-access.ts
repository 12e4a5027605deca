import { type InstanceAccess, instanceAccess } from '#contract/instance-access.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { useRefetchOnChange } from '#src/admin/use-refetch-on-change.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'

const freshMs = 15_000
/** JupyterLab needs some seconds after a boot until it answers. */
const recentBootMs = 120_000
const recentBootPollMs = 5_000

const refetchAlways = () => true

const mayPortsOpenSoon = ({ status, started_at: startedAt }: InstanceDetail, { ports }: InstanceAccess): boolean =>
  status === instanceStatusCodes.running &&
  startedAt !== null &&
  getServerNow() - Date.parse(startedAt) < recentBootMs &&
  ports !== null &&
  !ports.some(({ kind }) => kind === 'jupyter')

/** Loads the access methods; refetches when the instance starts or stops, and when the user returns to the tab. */
export function useInstanceAccess(instance: InstanceDetail) {
  const { id, status } = instance
  const access = useEndpoint(
    instanceAccess.get,
    { params: { id } },
    {
      staleTime: freshMs,
      onFocus: refetchAlways,
      every: (data) => data !== undefined && mayPortsOpenSoon(instance, data) && recentBootPollMs,
    },
  )
  useRefetchOnChange(status, access.refetch)
  return access
}
