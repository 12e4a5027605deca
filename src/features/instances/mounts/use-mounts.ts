import { useQuery } from '@tanstack/react-query'
import { instance_data_sets } from '#contract/instance-data-sets.ts'
import { call } from '#src/api/call.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'

export const mountsKey = (id: string) => ['instance-mounts', id] as const

/** What stands inside an instance beside its disks; looked at again when it starts or stops. */
export const useMounts = ({ id, status }: InstanceDetail) =>
  useQuery({
    queryKey: [...mountsKey(id), status],
    queryFn: async ({ signal }) => (await call(instance_data_sets.get, { params: { id } }, { signal })).data,
    placeholderData: (before) => before,
  })
