import { type QueueEntry, queue } from '#contract/queue.ts'
import { useAction } from '#src/admin/use-action.ts'
import type { QueueRequest } from './use-queue.ts'

/** Joins once: trying again after a lost answer repeats the same intent (product §11). */
export function useJoinQueue(wanted: QueueRequest, onJoined: (entry: QueueEntry) => void) {
  const options = {
    success: ({ data }: { data: QueueEntry }) => `已开始排队，第 ${data.position} 位`,
    pageTells: true,
    onDone: ({ data }: { data: QueueEntry }) => onJoined(data),
  }
  const boot = useAction(queue.boot, options)
  const create = useAction(queue.create, options)
  const join = (maxPriceHour: string | null) =>
    void ('instance_id' in wanted
      ? boot.run({ params: { id: wanted.instance_id }, body: { max_price_hour: maxPriceHour, accept_lost: wanted.accept_lost } })
      : create.run({ body: { form: wanted.form, max_price_hour: maxPriceHour } }))
  const { pending, failure } = 'instance_id' in wanted ? boot : create
  return { join, joining: pending, failure }
}
