import { type HttpError, useCustom } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { CallResult } from '#src/api/call.ts'
import type { EndpointMeta } from '#src/providers/data/data-provider.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { useLiveQueries } from './use-live-queries.ts'

export interface ReadOptions<E extends Endpoint> {
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  retry?: boolean
  /** Milliseconds until it is asked again; from the answer, where that says it. */
  every?: number | false | ((data: EndpointData<E> | undefined) => number | false)
  /** Asked again when the window comes back, while this holds. */
  onFocus?: (data: EndpointData<E> | undefined) => boolean
  /** The answer before stays on the screen until the next one is here; where it must be of the same thing, this says whether it is. */
  keep?: boolean | ((before: CallInput<E>) => boolean)
  /** Asked again when one of these changes on the stream. Must be stable. */
  live?: readonly LiveResource[]
  /** … and it was this row. */
  liveId?: string | undefined
  /** A refusal is shown as something other than a failure. */
  quiet?: boolean
}

const emptyLiveResources: readonly LiveResource[] = []

/**
 * Reads one endpoint of the contract through Refine's `useCustom`: typed by the endpoint, kept under its path and what is sent,
 * asked again after every `useAction` that invalidates it. The page itself says what went wrong.
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
    /** Rows in all pages. */
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
