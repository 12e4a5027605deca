import { type HttpError, useCustom } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import { type CallResult, callEndpoint } from '#src/api/call.ts'
import type { EndpointMeta } from '#src/providers/data/data-provider.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { useLiveQueries } from './use-live-queries.ts'

export interface ReadOptions<E extends Endpoint> {
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  retry?: boolean
  /** Refetch interval in ms, or a function of the last data. */
  every?: number | false | ((data: EndpointData<E> | undefined) => number | false)
  /** Refetches when the window regains focus, while this returns true. */
  onFocus?: (data: EndpointData<E> | undefined) => boolean
  /** Keeps the previous data on screen until the next arrives; a function decides whether it belongs to the same thing. */
  keep?: boolean | ((before: CallInput<E>) => boolean)
  /** Refetches when one of these resources changes on the stream. Must be stable. */
  live?: readonly LiveResource[]
  /** Limits `live` to this row. */
  liveId?: string | undefined
  /** Suppresses the toast because the page does not show a refusal as a failure. */
  quiet?: boolean
}

const emptyLiveResources: readonly LiveResource[] = []

/**
 * Reads an endpoint of the contract through Refine's `useCustom`: typed by the endpoint, cached under its path and input,
 * refetched after every `useAction` that invalidates it. The page shows errors itself.
 */
export function useEndpoint<E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}, options: ReadOptions<E> = {}) {
  const { every, onFocus, keep, live = emptyLiveResources, liveId, quiet, ...rest } = options
  useLiveQueries(
    useMemo(() => buildEndpointKey(endpoint), [endpoint]),
    live,
    liveId,
  )
  const dataOf = (answer: unknown) => (answer as CallResult<E> | undefined)?.data
  const meta: EndpointMeta = { endpoint, sent, options: { quiet } }
  const { query } = useCustom<CallResult<E>, HttpError>({
    url: buildPath(endpoint, sent.params as Record<string, unknown> | undefined),
    method: 'get',
    meta: { ...meta },
    errorNotification: false,
    queryOptions: {
      ...rest,
      queryKey: buildEndpointKey(endpoint, sent),
      ...(keep === true && { placeholderData: keepPreviousData }),
      ...(typeof keep === 'function' && {
        placeholderData: (before, query) => (query && keep(query.queryKey[2] as CallInput<E>) ? before : undefined),
      }),
      ...(onFocus && { refetchOnWindowFocus: ({ state }) => (onFocus(dataOf(state.data)) ? 'always' : false) }),
      ...(every !== undefined && {
        refetchInterval: typeof every === 'function' ? ({ state }) => every(dataOf(state.data)) : every,
      }),
    },
  })
  return {
    data: dataOf(query.data),
    /** Number of rows in all pages. */
    total: (query.data as CallResult<E> | undefined)?.total ?? 0,
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

interface DataOptions<E extends Endpoint, Part> extends Pick<ReadOptions<E>, 'enabled' | 'live' | 'quiet'> {
  every?: number
  keep?: boolean
  /** The part that is shown: drawn again only when this changes. */
  select: (data: EndpointData<E>) => Part
}

/**
 * A part of an endpoint's data for what a page draws many of, such as one in each row: reads the cache entry of `useEndpoint` without
 * what Refine's hook computes at each drawing. `live` must be stable.
 */
export function useEndpointPart<E extends Endpoint, Part>(
  endpoint: E,
  sent: CallInput<E>,
  { enabled = true, live = emptyLiveResources, quiet, every, keep, select }: DataOptions<E, Part>,
): Part | undefined {
  useLiveQueries(
    useMemo(() => buildEndpointKey(endpoint), [endpoint]),
    live,
  )
  const { data } = useQuery({
    queryKey: buildEndpointKey(endpoint, sent),
    queryFn: ({ signal }) => callEndpoint(endpoint, sent, { signal, quiet }),
    enabled,
    refetchInterval: every ?? false,
    ...(keep && { placeholderData: keepPreviousData }),
    // never undefined: of a placeholder that is nothing TanStack Query makes two results in turns, and the page is drawn without end
    select: (answer) => select(answer.data) ?? null,
  })
  return data ?? undefined
}
