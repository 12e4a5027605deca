import type { QueryClient } from '@tanstack/react-query'

/**
 * Asks once more for what is on its way for the first time, as soon as it is there: it may have been answered before the change
 * that was heard of meanwhile. An invalidation alone does not: it joins a first answer instead of breaking it off.
 */
export function askAgain(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey, type: 'active', fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    const renew = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
    void query.fetch().then(renew, () => undefined) // what failed is shown as failed, with its own way to try again
  }
}
