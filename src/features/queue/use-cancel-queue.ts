import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { type QueueEntry, queue } from '#contract/queue.ts'
import { useAsk } from '#src/admin/ask/ask-context.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { cancel_effect } from './cancel-effect.ts'
import { queue_key } from './queue-query.ts'

/** Asks, then leaves the queue. */
export function useCancelQueue(): (entry: Pick<QueueEntry, 'id' | 'name'>) => void {
  const ask = useAsk()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const cancel = async (id: string) => {
    try {
      toast.success((await call(queue.cancel, { params: { id } })).message)
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(error.message)
    }
    await client.invalidateQueries({ queryKey: queue_key })
    await invalidate({ resource: 'queue-entries', invalidates: ['list'] })
  }
  return ({ id, name }) =>
    void ask.confirm({
      title: `取消排队「${name}」`,
      content: cancel_effect,
      okText: '取消排队',
      cancelText: '继续排队',
      onOk: () => cancel(id),
    })
}
