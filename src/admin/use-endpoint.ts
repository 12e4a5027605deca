import { type HttpError, useCustom } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type DataOf, type Endpoint, pathOf, type Sent } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { Called } from '#src/api/call.ts'
import type { EndpointMeta } from '#src/providers/data/data-provider.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'
import { useLiveQueries } from './use-live-queries.ts'

export interface ReadOptions<E extends Endpoint> {
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  retry?: boolean
  /** Milliseconds until it is asked again; from the answer, where that says it. */
  every?: number | false | ((data: DataOf<E> | undefined) => number | false)
  /** Asked again when the window comes back, while this holds. */
  on_focus?: (data: DataOf<E> | undefined) => boolean
  /** The answer before stays on the screen until the next one is here; where it must be of the same thing, this says whether it is. */
  keep?: boolean | ((before: Sent<E>) => boolean)
  /** Asked again when one of these changes on the stream. Must be stable. */
  live?: readonly LiveResource[]
  /** … and it was this row. */
  live_id?: string | undefined
  /** A refusal is shown as something other than a failure. */
  quiet?: boolean
}

const nothing_live: readonly LiveResource[] = []

/**
 * Reads one endpoint of the contract through Refine's `useCustom`: typed by the endpoint, kept under its path and what is sent,
 * asked again after every `useAction` that invalidates it. The page itself says what went wrong.
 */
export function useEndpoint<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}, options: ReadOptions<E> = {}) {
  const { every, on_focus, keep, live = nothing_live, live_id, quiet, ...rest } = options
  useLiveQueries(
    useMemo(() => endpointKey(endpoint), [endpoint]),
    live,
    live_id,
  )
  const dataOf = (answer: unknown) => (answer as Called<E> | undefined)?.data
  const meta: EndpointMeta = { endpoint, sent, options: { quiet } }
  const { query } = useCustom<Called<E>, HttpError>({
    url: pathOf(endpoint, sent.params as Record<string, unknown> | undefined),
    method: 'get',
    meta: { ...meta },
    errorNotification: false,
    queryOptions: {
      ...rest,
      queryKey: endpointKey(endpoint, sent),
      ...(keep === true && { placeholderData: keepPreviousData }),
      ...(typeof keep === 'function' && {
        placeholderData: (before, query) => (query && keep(query.queryKey[2] as Sent<E>) ? before : undefined),
      }),
      ...(on_focus && { refetchOnWindowFocus: ({ state }) => (on_focus(dataOf(state.data)) ? 'always' : false) }),
      ...(every !== undefined && {
        refetchInterval: typeof every === 'function' ? ({ state }) => every(dataOf(state.data)) : every,
      }),
    },
  })
  return {
    data: dataOf(query.data),
    /** Rows in all pages. */
    total: (query.data as Called<E> | undefined)?.total ?? 0,
    error: query.error,
    isError: query.isError,
    isSuccess: query.isSuccess,
    failureReason: query.failureReason,
    failureCount: query.failureCount,
    isLoading: query.isLoading,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
  }
}
