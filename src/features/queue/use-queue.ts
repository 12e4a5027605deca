import type { DiskKind } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import { type QueueEntry, queue } from '#contract/queue.ts'
import { useEndpoint, useEndpointPart } from '#src/admin/use-endpoint.ts'

const live = ['queue'] as const

/** What is queued: an own instance, or a filled-in create form. */
export type QueueRequest = { instance_id: string; accept_lost?: DiskKind[] } | { form: CreateInstanceForm }

const waiting = { query: { state: 'waiting', page_size: limits.pageSizeMax } } as const

/** Loads the user's waiting entries with live positions; undefined while loading. */
export const useOwnQueue = () => useEndpoint(queue.list, waiting, { live }).data

/** The waiting entry of an instance, for each row of a list. */
export const useQueueEntryOf = (instanceId: string): QueueEntry | undefined =>
  useEndpointPart(queue.list, waiting, { live, select: (entries) => entries.find((one) => one.instance_id === instanceId) })

/** Loads the forecast of joining the queue now. */
export function useQueueForecast(wanted: QueueRequest) {
  const boots = 'instance_id' in wanted
  const { product_id: productId, gpu_num: gpuNum } = boots ? { product_id: '', gpu_num: 1 } : wanted.form
  const boot = useEndpoint(queue.boot_outlook, { params: { id: boots ? wanted.instance_id : '' } }, { enabled: boots, live })
  const create = useEndpoint(queue.outlook, { query: { product_id: productId, gpu_num: gpuNum } }, { enabled: !boots, live })
  return boots ? boot : create
}
