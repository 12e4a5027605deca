import { keys, type LiveProvider } from '@refinedev/core'
import type { QueryClient } from '@tanstack/react-query'
import type { StreamMessage } from '#contract/stream.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { createCoalescer } from './coalesce.ts'
import { createFrameBatcher } from './frame-batcher.ts'
import { patchRows } from './patch-rows.ts'

interface Stream {
  subscribe: (handler: (messages: readonly StreamMessage[]) => void) => () => void
}

const refreshMs = 1000

const isRow = (row: unknown): row is { id: string } =>
  typeof row === 'object' && row !== null && typeof (row as { id?: unknown }).id === 'string'

/**
 * Asks once more for what is on its way for the first time, as soon as it is there: it may have been answered before the change
 * that was heard of meanwhile. An invalidation alone does not: it joins a first answer instead of breaking it off.
 */
function refetchPending(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey, type: 'active', fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    const renew = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
    void query.fetch().then(renew, () => undefined) // what failed is shown as failed, with its own way to try again
  }
}

/**
 * Changes pushed by the server, for the resources that declare `live`. A change that carries its row is written into what is
 * shown, all of one frame together, and only an open detail is fetched again; any other change refetches the resource, at
 * most once a second.
 */
export function createLiveProvider(
  resources: readonly Pick<ResourceEntry, 'name' | 'live'>[],
  client: QueryClient,
  stream: Stream,
): LiveProvider {
  const soon = createCoalescer(refreshMs)

  /** A detail knows more than a row brings. */
  const refreshDetail = (name: string, id: string) => {
    const queryKey = keys().data().resource(name).action('one').id(id).get()
    if (client.getQueryCache().find({ queryKey, exact: false, type: 'active' })) {
      soon(`${name}/${id}`, () => {
        refetchPending(client, queryKey)
        void client.invalidateQueries({ queryKey })
      })
    }
  }

  return {
    subscribe: ({ channel, callback }) => {
      const name = channel.slice('resources/'.length)
      const live = resources.find((known) => known.name === name)?.live
      if (!live) return undefined

      const refetch = (ids: string[]) =>
        soon(name, () => {
          refetchPending(client, keys().data().resource(name).get())
          callback({ channel, type: '*', payload: { ids }, date: new Date() })
        })
      const rows = createFrameBatcher<{ id: string }>((changed) => {
        if (patchRows(client, name, changed)) refetch(changed.map(({ id }) => id))
        for (const { id } of changed) refreshDetail(name, id)
      })
      const unsubscribe = stream.subscribe((messages) => {
        for (const message of messages) {
          if (message.type === 'reset') refetch([])
          else if (message.type === 'notification' && live === 'notifications') refetch([message.notification.id])
          else if (message.type === 'change' && message.resource === live) {
            if (isRow(message.row)) rows.add(message.row)
            else refetch(message.id ? [message.id] : [])
          }
        }
      })
      return () => {
        unsubscribe()
        rows.stop()
      }
    },
    unsubscribe: (stop: (() => void) | undefined) => stop?.(),
  }
}
