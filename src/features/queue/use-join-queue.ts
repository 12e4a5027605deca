import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type QueueEntry, queue } from '#contract/queue.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { toast } from '#src/ui/toast.ts'
import { queue_key, type Wanted } from './queue-query.ts'

/** Joins once: trying again after a lost answer repeats the same intent (product §11). */
export function useJoinQueue(wanted: Wanted, onJoined: (entry: QueueEntry) => void) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const keys = useRef(createIntentKeys())
  const [joining, setJoining] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  const send = (max_price_hour: string | null) => {
    const options = { idempotency_key: keys.current.keyOf({ wanted, max_price_hour }) }
    return 'instance_id' in wanted
      ? call(
          queue.boot,
          { params: { id: wanted.instance_id }, body: { max_price_hour, accept_lost: wanted.accept_lost } },
          options,
        )
      : call(queue.create, { body: { form: wanted.form, max_price_hour } }, options)
  }
  const join = async (max_price_hour: string | null) => {
    setJoining(true)
    setFailure(undefined)
    try {
      const { data } = await send(max_price_hour)
      keys.current.done()
      toast.success(`已开始排队，第 ${data.position} 位`)
      onJoined(data)
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(error)
    } finally {
      setJoining(false)
      void client.invalidateQueries({ queryKey: queue_key })
      void invalidate({ resource: 'queue-entries', invalidates: ['list'] })
    }
  }
  return { join: (max_price_hour: string | null) => void join(max_price_hour), joining, failure }
}
