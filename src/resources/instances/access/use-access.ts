import { useQuery } from '@tanstack/react-query'
import { type InstanceAccess, instance_access } from '#contract/instance-access.ts'
import { call } from '#src/api/call.ts'
import type { InstanceDetail } from '../detail/instance-detail.ts'

export const accessKey = (id: string) => ['instance-access', id] as const

const fresh_ms = 15_000

/** The ways in. Looked at again when it starts or stops, and when somebody comes back from the program he started. */
export const useAccess = ({ id, status }: InstanceDetail) =>
  useQuery<InstanceAccess>({
    queryKey: [...accessKey(id), status],
    queryFn: async ({ signal }) => (await call(instance_access.get, { params: { id } }, { signal })).data,
    placeholderData: (previous) => previous,
    staleTime: fresh_ms,
    refetchOnWindowFocus: true,
  })
