import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DataOf, Endpoint, Sent } from '#contract/endpoint.ts'
import type { Instance } from '#contract/instances.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { patchRows } from '#src/providers/live/patch-rows.ts'
import { toast } from '#src/ui/toast.ts'

/** Done to one instance, and answered by it. */
type ActEndpoint = Endpoint & { data: { _zod: { output: Instance } } }

/** Does something to an instance once: trying again after a lost answer repeats the same intent (product §11). */
export function useAct<E extends ActEndpoint>(endpoint: E, { id }: Pick<Instance, 'id'>, onDone: () => void) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const keys = useRef(createIntentKeys())
  const [acting, setActing] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  const act = async (body: Sent<E>['body'] | undefined) => {
    setActing(true)
    setFailure(undefined)
    try {
      const sent = { params: { id }, body } as unknown as Sent<E>
      const { data, message } = await call(endpoint, sent, { idempotency_key: keys.current.keyOf(body ?? null) })
      toast.success(message || endpoint.message)
      patchRows(client, 'instances', [data as DataOf<E> & Instance])
      onDone()
      await invalidate({ resource: 'instances', invalidates: endpoint.path.endsWith('/release') ? ['list'] : ['list', 'detail'] })
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(error)
      setActing(false)
      // the state on the screen was not the one it is in
      await invalidate({ resource: 'instances', invalidates: ['list', 'detail'] })
    }
  }
  return { act: (body?: Sent<E>['body']) => void act(body), acting, failure }
}
