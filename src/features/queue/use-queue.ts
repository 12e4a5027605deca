import type { DiskKind } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import { queue } from '#contract/queue.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['queue'] as const

/** What is to wait: an own instance, or one that is still a form. */
export type QueueRequest = { instance_id: string; accept_lost?: DiskKind[] } | { form: CreateInstanceForm }

const waiting = { query: { state: 'waiting', page_size: limits.pageSizeMax } } as const

/** The own entries that wait, as they move up; undefined while nothing is known yet. */
export const useOwnQueue = () => useEndpoint(queue.list, waiting, { live }).data

/** What joining now would mean. */
export function useQueueForecast(wanted: QueueRequest) {
  const boots = 'instance_id' in wanted
  const { product_id: productId, gpu_num: gpuNum } = boots ? { product_id: '', gpu_num: 1 } : wanted.form
  const boot = useEndpoint(queue.boot_outlook, { params: { id: boots ? wanted.instance_id : '' } }, { enabled: boots, live })
  const create = useEndpoint(queue.outlook, { query: { product_id: productId, gpu_num: gpuNum } }, { enabled: !boots, live })
  return boots ? boot : create
}
