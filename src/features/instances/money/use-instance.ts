import { useQuery } from '@tanstack/react-query'
import { instances } from '#contract/instances.ts'
import { call } from '#src/api/call.ts'
import { money_key } from './use-money-quote.ts'

/** The instance of the address, kept up to date. */
export function useInstance(id: string) {
  const { data, error, refetch } = useQuery({
    queryKey: [...money_key, 'instance', id],
    enabled: id !== '',
    retry: false,
    queryFn: async ({ signal }) => (await call(instances.get, { params: { id } }, { signal })).data,
  })
  return { instance: data, error, retry: () => void refetch() }
}
