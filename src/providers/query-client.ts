import { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#src/api/api-error.ts'

const mayPass = (error: unknown) => isApiError(error) && (error.status === 0 || error.status >= 500)

/** Retries only what may pass by itself, and never shows one record under the address of another. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // What the browser takes for offline may still reach us: a private network, a changed interface. A failed call says so itself.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && mayPass(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: 'always', // what failed without a network, too
        placeholderData: undefined,
        staleTime: 2000,
      },
    },
  })
