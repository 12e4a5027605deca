import { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#src/api/api-error.ts'

const mayPass = (error: unknown) => isApiError(error) && (error.status === 0 || error.status >= 500)

/** Creates the query client: retries only transient errors and never shows one record under the address of another. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A browser that reports offline may still reach the server (private network, changed interface); a failed call reports
      // itself.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && mayPass(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: 'always', // also refetch queries that failed while offline
        placeholderData: undefined,
        staleTime: 2000,
      },
    },
  })
