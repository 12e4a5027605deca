import { type InstanceAccess, instance_access } from '#contract/instance-access.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { useAgainWhen } from '#src/admin/use-refetch-on-change.ts'
import { serverNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'

const fresh_ms = 15_000
/** JupyterLab answers some seconds after the boot. */
const young_ms = 120_000
const young_again_ms = 5_000

const always = () => true

const mayComeYet = ({ status, started_at }: InstanceDetail, { ports }: InstanceAccess): boolean =>
  status === status_codes.running &&
  started_at !== null &&
  serverNow() - Date.parse(started_at) < young_ms &&
  ports !== null &&
  !ports.some(({ kind }) => kind === 'jupyter')

/** The ways in. Looked at again when it starts or stops, and when somebody comes back from the program he started. */
export function useAccess(instance: InstanceDetail) {
  const { id, status } = instance
  const access = useEndpoint(
    instance_access.get,
    { params: { id } },
    {
      staleTime: fresh_ms,
      on_focus: always,
      every: (data) => data !== undefined && mayComeYet(instance, data) && young_again_ms,
    },
  )
  useAgainWhen(status, access.refetch)
  return access
}
