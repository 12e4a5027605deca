import { type HttpError, useCustomMutation } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import { type ApiError, isApiError, isUnanswered, unansweredHint } from '#src/api/api-error.ts'
import { type CallOptions, type CallResult, sessionEndCodes } from '#src/api/call.ts'
import { createIntentKeys, type IntentKeys } from '#src/api/intent-keys.ts'
import type { EndpointMeta } from '#src/providers/data/data-provider.ts'
import { cacheAnswer, invalidateAfter } from '#src/providers/data/endpoint-queries.ts'
import { toast } from '#src/ui/toast.ts'
import type { FieldErrors } from './form/use-field-errors.ts'

type Read = readonly [endpoint: Endpoint, sent?: CallInput<Endpoint>]

export interface ActionOptions<E extends Endpoint> {
  /** Success toast instead of the server's message; `false` shows none. */
  success?: string | false | ((called: CallResult<E>, sent: CallInput<E>) => string)
  /** Failure toast if the error has no message. */
  failed?: string
  /** Shows errors at the fields they belong to. */
  show?: (errors: FieldErrors, refusal: ApiError) => void
  /** The page itself shows `failure`, so no toast appears. */
  pageTells?: boolean
  /** Read whose cache entry is set to the response of the call. */
  answers?: Read | ((called: CallResult<E>, sent: CallInput<E>) => Read)
  /** Runs after success; the action stays pending until it resolves. */
  onDone?: (called: CallResult<E>, sent: CallInput<E>) => unknown
  onRefused?: (error: unknown, sent: CallInput<E>) => unknown
}

const verbs = { GET: 'post', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Keeps idempotency keys per target, so that an action on another row does not discard them. */
const useIntentKeys = () => {
  const keys = useRef(new Map<string, IntentKeys>())
  return (target: string): IntentKeys => {
    const known = keys.current.get(target) ?? createIntentKeys()
    keys.current.set(target, known)
    return known
  }
}

/**
 * Runs actions through Refine's `useCustomMutation`: one idempotency key per intent until it is answered (docs/decisions/008),
 * step-up proof if required, toasts for success and refusal, and refetches by `invalidates`. Each call takes its endpoint;
 * `useAction` is for a fixed endpoint.
 */
export function useActions({
  success,
  failed = '操作失败，请重试',
  show,
  pageTells,
  answers,
  onDone,
  onRefused,
}: ActionOptions<Endpoint> = {}) {
  const client = useQueryClient()
  const keysOf = useIntentKeys()

  const { mutation } = useCustomMutation<never, HttpError, object>({
    mutationOptions: {
      onSuccess: async (answer, { meta }) => {
        const { endpoint, sent, intentKeys } = meta as unknown as EndpointMeta
        const called = answer as unknown as CallResult<Endpoint>
        intentKeys?.done()
        const [read, asked = {}] = (typeof answers === 'function' ? answers(called, sent) : answers) ?? []
        const known = read && cacheAnswer(client, read, asked, called.data)
        const words = typeof success === 'function' ? success(called, sent) : (success ?? (called.message || endpoint.message))
        if (words) toast.success(words)
        await onDone?.(called, sent) // before the invalidation, so that a page or dialog that closes is not refetched
        await invalidateAfter(client, endpoint, known)
      },
    },
  })

  /** Runs the call and rejects on failure; the caller shows the reason. */
  const send = async <E extends Endpoint>(
    endpoint: E,
    sent: CallInput<E> = {},
    options?: CallOptions,
  ): Promise<CallResult<E>> => {
    const url = buildPath(endpoint, sent.params as Record<string, unknown> | undefined)
    const meta: EndpointMeta = { endpoint, sent, options, intentKeys: keysOf(url) }
    const params = {
      url,
      method: verbs[endpoint.method],
      values: sent.body ?? {},
      meta: { ...meta },
      errorNotification: false as const,
    }
    try {
      return (await mutation.mutateAsync(params)) as unknown as CallResult<E>
    } catch (error) {
      // The displayed data may be outdated and cause the refusal. An unanswered call keeps it: an identical retry is the same
      // intent.
      if (isApiError(error) && !error.errors && error.status > 0 && error.status < 500) void invalidateAfter(client, endpoint)
      onRefused?.(error, sent)
      throw error
    }
  }
  const tell = (error: unknown) => {
    if (!isApiError(error)) return toast.error(failed)
    show?.(error.errors ?? {}, error)
    if (pageTells || (show && error.errors)) return undefined
    if (sessionEndCodes.includes(error.code)) return undefined
    return toast.error(error.message, isUnanswered(error) ? { description: unansweredHint } : {})
  }
  /** Resolves to the result, or to undefined after a failure that has been shown to the user. */
  const run = <E extends Endpoint>(
    endpoint: E,
    sent: CallInput<E> = {},
    options?: CallOptions,
  ): Promise<CallResult<E> | undefined> =>
    send(endpoint, sent, options).catch((error: unknown) => {
      tell(error)
      return undefined
    })

  const { meta } = (mutation.isPending && mutation.variables) || {}
  return {
    run,
    send,
    pending: mutation.isPending,
    /** Input of the running call. */
    sent: (meta as EndpointMeta | undefined)?.sent,
    data: mutation.data?.data as unknown,
    failure: isApiError(mutation.error) ? mutation.error : undefined,
    reset: mutation.reset,
  }
}

/** Action of a fixed endpoint; see `useActions`. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  // the given endpoint determines the types of result and input
  const { run, send, sent, data, ...state } = useActions(options as unknown as ActionOptions<Endpoint>)
  return {
    ...state,
    sent: sent as CallInput<E> | undefined,
    data: data as EndpointData<E> | undefined,
    failure: state.failure as ApiError | undefined,
    run: (what: CallInput<E> = {}, call?: CallOptions) => run(endpoint, what, call),
    send: (what: CallInput<E> = {}, call?: CallOptions) => send(endpoint, what, call),
  }
}
