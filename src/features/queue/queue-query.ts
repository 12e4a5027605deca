import { queryOptions } from '@tanstack/react-query'
import type { Disk } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import { queue } from '#contract/queue.ts'
import { call } from '#src/api/call.ts'

/** Everything that changes when somebody joins, leaves or is served. */
export const queue_key = ['queue'] as const
export const queue_live = ['queue'] as const

/** What is to wait: an own instance, or one that is still a form. */
export type Wanted = { instance_id: string; accept_lost?: Disk[] } | { form: CreateInstanceForm }

/** The own entries that wait. */
export const ownQueue = () =>
  queryOptions({
    queryKey: [...queue_key, 'own'] as const,
    queryFn: async ({ signal }) =>
      (await call(queue.list, { query: { state: 'waiting', page_size: limits.page_size_max } }, { signal })).data,
  })

/** What joining now would mean. */
export const outlookOf = (wanted: Wanted) =>
  queryOptions({
    queryKey: [...queue_key, 'outlook', wanted] as const,
    queryFn: async ({ signal }) => {
      if ('instance_id' in wanted)
        return (await call(queue.boot_outlook, { params: { id: wanted.instance_id } }, { signal })).data
      const { product_id, gpu_num } = wanted.form
      return (await call(queue.outlook, { query: { product_id, gpu_num } }, { signal })).data
    },
  })
