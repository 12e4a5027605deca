import { instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['instances', 'wallet', 'user', 'products'] as const

/** Loads the instance named by the address, and keeps it current. */
export function useInstance(id: string) {
  const { data, error, refetch } = useEndpoint(instances.get, { params: { id } }, { enabled: id !== '', retry: false, live })
  return { instance: data, error, retry: () => void refetch() }
}
