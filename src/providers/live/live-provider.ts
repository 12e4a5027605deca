import { keys, type LiveProvider } from '@refinedev/core'
import type { QueryClient } from '@tanstack/react-query'
import type { StreamMessage } from '#contract/stream.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { createCoalescer } from './coalesce.ts'
import { createFrameBatcher } from './frame-batcher.ts'
import { findEntryLive, isNewsOf } from './is-news-of.ts'
import { patchRows } from './patch-rows.ts'

interface Stream {
  subscribe: (handler: (messages: readonly StreamMessage[]) => void) => () => void
}

const refreshMs = 1000

const isRow = (row: unknown): row is { id: string } =>
  typeof row === 'object' && row !== null && typeof (row as { id?: unknown }).id === 'string'

/**
 * Refetches queries after their pending first fetch: its response may be older than the received change. A plain invalidation
 * is not enough, because it joins a first fetch instead of cancelling it.
 */
function refetchPending(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey, type: 'active', fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    const renew = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
    void query.fetch().then(renew, () => undefined) // a failed fetch is shown with its own retry
  }
}

/**
 * Applies server-pushed changes to the resources that are live. A change that includes its row is written into the cached
 * lists, batched per frame, and refetches only an open detail; any other change refetches the resource at most once per second.
 */
export function createLiveProvider(
  resources: readonly Pick<ResourceEntry, 'name' | 'live' | 'access'>[],
  client: QueryClient,
  stream: Stream,
): LiveProvider {
  const soon = createCoalescer(refreshMs)

  /** Refetches an open detail, which has more fields than the pushed row. */
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
      const entry = resources.find((known) => known.name === name)
      const live = entry && findEntryLive(entry)
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
          if (!isNewsOf(message, live)) continue
          if (message.type === 'notification') refetch([message.notification.id])
          else if (message.type !== 'change') refetch([])
          else if (isRow(message.row)) rows.add(message.row)
          else refetch(message.id ? [message.id] : [])
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
