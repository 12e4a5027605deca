import { type HttpError, useCustomMutation } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { resultCodes } from '#contract/codes.ts'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import type { FieldErrors } from '#src/admin/form/use-field-errors.ts'
import { type ApiError, isApiError, isUnanswered, unansweredHint } from '#src/api/api-error.ts'
import type { CallOptions, CallResult } from '#src/api/call.ts'
import { createIntentKeys, type IntentKeys } from '#src/api/intent-keys.ts'
import type { EndpointMeta } from '#src/providers/data/data-provider.ts'
import { cacheAnswer, invalidateAfter } from '#src/providers/data/endpoint-queries.ts'
import { toast } from '#src/ui/toast.ts'

type Read = readonly [endpoint: Endpoint, sent?: CallInput<Endpoint>]

export interface ActionOptions<E extends Endpoint> {
  /** Said when it worked, instead of what the server says; `false` says nothing. */
  success?: string | false | ((called: CallResult<E>, sent: CallInput<E>) => string)
  /** Said when it went wrong and nothing better is known. */
  failed?: string
  /** Shows what is wrong at the fields it is about. */
  show?: (errors: FieldErrors, refusal: ApiError) => void
  /** The page shows `failure` itself. */
  pageTells?: boolean
  /** The answer is what this read would answer now. */
  answers?: Read | ((called: CallResult<E>, sent: CallInput<E>) => Read)
  /** It stays pending until this is done. */
  onDone?: (called: CallResult<E>, sent: CallInput<E>) => unknown
  onRefused?: (error: unknown, sent: CallInput<E>) => unknown
}

/** The session says itself that it is lost. */
const codesHandledElsewhere: readonly string[] = [resultCodes.signed_out.code, resultCodes.session_ended.code]
const verbs = { GET: 'post', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** By what is acted upon, the keys of what was last asked of it: another row in between forgets none. */
const useIntentKeys = () => {
  const keys = useRef(new Map<string, IntentKeys>())
  return (target: string): IntentKeys => {
    const known = keys.current.get(target) ?? createIntentKeys()
    keys.current.set(target, known)
    return known
  }
}

/**
 * Acts through Refine's `useCustomMutation`: one idempotency key for one intent, kept until it is answered (docs/decisions/008);
 * the proof that a call asks for; the words of success or refusal; and fresh data wherever `invalidates` says that it changed.
 * Takes the endpoint with each act; `useAction` is for one that is known before.
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
        await onDone?.(called, sent) // a page that leaves, or a dialog that closes, is not asked again
        await invalidateAfter(client, endpoint, known)
      },
    },
  })

  /** Rejects when it was not done; whoever calls it shows why. */
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
      // What is shown may be why it was refused. Where nobody answered it stays: sent again as it is, it is the same intent.
      if (isApiError(error) && !error.errors && error.status > 0 && error.status < 500) void invalidateAfter(client, endpoint)
      onRefused?.(error, sent)
      throw error
    }
  }
  const tell = (error: unknown) => {
    if (!isApiError(error)) return toast.error(failed)
    show?.(error.errors ?? {}, error)
    if (pageTells || (show && error.errors)) return undefined
    if (codesHandledElsewhere.includes(error.code)) return undefined
    return toast.error(error.message, isUnanswered(error) ? { description: unansweredHint } : {})
  }
  /** Resolves to the answer, or to nothing when it was not done and the person has been told why. */
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
    /** What is on its way. */
    sent: (meta as EndpointMeta | undefined)?.sent,
    data: mutation.data?.data as unknown,
    failure: isApiError(mutation.error) ? mutation.error : undefined,
    reset: mutation.reset,
  }
}

/** One act of the contract; see `useActions`. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  // the endpoint that is given makes what is called and sent this endpoint's
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
