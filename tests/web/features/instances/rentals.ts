import { screen } from '@testing-library/react'
import type { EndpointData } from '#contract/endpoint.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import type { InstanceStatus } from '#contract/instance-actions.ts'
import { type InstanceMounts, instanceDatasets } from '#contract/instance-datasets.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { monitor } from '#contract/monitor.ts'
import { products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { toMinuteIso as at, buildInstance } from '#tests/support/build-instance.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

export type InstanceDetailReply = EndpointData<typeof instances.get>
export type InstanceSegmentReply = EndpointData<typeof instances.segments>[number]
type Event = EndpointData<typeof instances.events>[number]

export { buildInstance }

/** One of each status, called after it. */
export const buildInstancePerStatus = (statuses: readonly InstanceStatus[]): Instance[] =>
  statuses.map((status) => buildInstance({ id: `gpu-${status}`, nick_name: `状态 ${status}`, status }))

const titles = { schedule: '分配主机和 GPU', image: '准备镜像', create: '创建容器', boot: '启动系统', ready: '可以使用' }

/** The steps of a boot that has come this far. */
export const buildBootSteps = (present: keyof typeof titles | 'end'): InstanceDetailReply['steps'] => {
  const keys = Object.keys(titles) as (keyof typeof titles)[]
  const reached = present === 'end' ? keys.length : keys.indexOf(present)
  return keys.map((key, index) => ({
    key,
    title: titles[key],
    state: index < reached ? 'finish' : index === reached ? 'process' : 'wait',
    started_at: index <= reached ? at(index) : null,
    finished_at: index < reached ? at(index + 1) : null,
    detail: index === reached && key === 'image' ? '40%' : null,
  }))
}

export const buildInstanceDetail = (change: Partial<InstanceDetailReply> = {}): InstanceDetailReply => ({
  ...buildInstance(),
  steps: buildBootSteps('end'),
  secret_key_name: '工作站',
  paid_from: null,
  ...change,
})

export const buildInstanceEvent = (number: number, change: Partial<Event> = {}): Event => ({
  id: String(number),
  at: at(number),
  actor: 'system',
  kind: 'status',
  title: '运行中',
  detail: null,
  status: 2,
  reason: null,
  ...change,
})

/** One run that has been settled. */
export const buildSegment = (change: Partial<InstanceSegmentReply> = {}): InstanceSegmentReply => ({
  id: '1',
  started_at: '2026-11-21T06:00:00Z',
  ended_at: '2026-11-21T07:02:03Z',
  seconds: 3723,
  price_hour: '2.28',
  image_price_hour: '0.00',
  amount: '2.35',
  settled: '2.35',
  carried_in: '0',
  charges: [
    { from_s: 0, to_s: 3600, amount: '2.28', voucher: '0.00', at: '2026-11-21T07:00:00Z', transaction_id: '901' },
    { from_s: 3600, to_s: 3723, amount: '0.07', voucher: '0.00', at: '2026-11-21T07:02:03Z', transaction_id: '902' },
  ],
  ...change,
})

/** A server of these rows, which it filters as the wire says. */
export function serveInstances(rows: Instance[]): { rows: Instance[]; lists: URLSearchParams[] } {
  const world = { rows, lists: [] as URLSearchParams[] }
  mockCall(queue.list, () => ({ items: [], total: 0 }))
  mockCall(products.regions, () => [{ id: 'cn-north-1', name: '华北一区', city: '北京' }])
  mockCall(monitor.usage, () => [])
  mockCall(instances.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).searchParams)
    const found = world.rows
      .filter(({ nick_name: nickName }) => !query.keyword || nickName.includes(query.keyword))
      .filter(({ status }) => query.status === undefined || status === query.status)
    return { items: found.slice(0, query.page_size), total: found.length }
  })
  return world
}

export const buildInstanceMounts = (change: Partial<InstanceMounts> = {}): InstanceMounts => ({
  storage: { mount_path: '/storage', region_id: 'cn-north-1', region_name: '华北一区' },
  mountable: true,
  data_sets: [],
  at_next_boot: false,
  ...change,
})

/** A server of one instance, which may be gone (`null`). */
export function serveInstanceDetail(present: () => InstanceDetailReply | null): { looks: () => number } {
  let looks = 0
  mockCall(queue.list, () => ({ items: [], total: 0 }))
  mockCall(products.regions, () => [])
  mockCall(instances.get, () => {
    looks += 1
    const detail = present()
    if (!detail) throw new RefusedError('not_found')
    return detail
  })
  mockCall(monitor.usage, () => [])
  mockCall(instances.segments, () => ({ items: [], total: 0 }))
  mockCall(instances.list, () => ({ items: [], total: 0 }))
  mockCall(instanceAccess.get, () => ({ ssh: null, ports: null }))
  mockCall(instanceDatasets.get, () => buildInstanceMounts())
  return { looks: () => looks }
}

/** The row of the table that holds this; asking for rows by their names takes seconds each. */
export const findTableRow = async (text: string): Promise<HTMLElement> => {
  const cell = await screen.findByText(text)
  return cell.closest('tr') as HTMLElement
}
