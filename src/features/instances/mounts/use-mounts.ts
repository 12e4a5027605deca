import { instance_data_sets } from '#contract/instance-data-sets.ts'
import { useAgainWhen } from '#src/admin/use-again-when.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'

/** What stands inside an instance beside its disks; looked at again when it starts or stops. */
export function useMounts({ id, status }: InstanceDetail) {
  const mounts = useEndpoint(instance_data_sets.get, { params: { id } })
  useAgainWhen(status, mounts.refetch)
  return mounts
}
