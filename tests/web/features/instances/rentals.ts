import { screen } from '@testing-library/react'
import type { DataOf } from '#contract/endpoint.ts'
import { instance_access } from '#contract/instance-access.ts'
import type { InstanceStatus } from '#contract/instance-actions.ts'
import { type InstanceMounts, instance_data_sets } from '#contract/instance-datasets.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { anInstance, minuteAt as at } from '#tests/support/build-instance.ts'
import { on, Refused } from '#tests/web/support/wire.ts'

export type Detail = DataOf<typeof instances.get>
export type Segment = DataOf<typeof instances.segments>[number]
type Event = DataOf<typeof instances.events>[number]

export { anInstance }

/** One of each status, called after it. */
export const oneOfEach = (statuses: readonly InstanceStatus[]): Instance[] =>
  statuses.map((status) => anInstance({ id: `gpu-${status}`, nick_name: `状态 ${status}`, status }))

const titles = { schedule: '分配主机和 GPU', image: '准备镜像', create: '创建容器', boot: '启动系统', ready: '可以使用' }

/** The steps of a boot that has come this far. */
export const stepsUntil = (present: keyof typeof titles | 'end'): Detail['steps'] => {
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

export const aDetail = (change: Partial<Detail> = {}): Detail => ({
  ...anInstance(),
  steps: stepsUntil('end'),
  secret_key_name: '工作站',
  ...change,
})

export const anEvent = (number: number, change: Partial<Event> = {}): Event => ({
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

/** A server of these rows, which it filters as the wire says. */
export function serveInstances(rows: Instance[]): { rows: Instance[]; lists: URLSearchParams[] } {
  const world = { rows, lists: [] as URLSearchParams[] }
  on(queue.list, () => ({ items: [], total: 0 }))
  on(products.regions, () => [{ id: 'cn-north-1', name: '华北一区', city: '北京' }])
  on(instances.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).searchParams)
    const found = world.rows
      .filter(({ nick_name }) => !query.keyword || nick_name.includes(query.keyword))
      .filter(({ status }) => query.status === undefined || status === query.status)
    return { items: found.slice(0, query.page_size), total: found.length }
  })
  return world
}

export const someMounts = (change: Partial<InstanceMounts> = {}): InstanceMounts => ({
  storage: { mount_path: '/storage', region_id: 'cn-north-1', region_name: '华北一区' },
  mountable: true,
  data_sets: [],
  at_next_boot: false,
  ...change,
})

/** A server of one instance, which may be gone (`null`). */
export function serveDetail(present: () => Detail | null): { looks: () => number } {
  let looks = 0
  on(queue.list, () => ({ items: [], total: 0 }))
  on(products.regions, () => [])
  on(instances.get, () => {
    looks += 1
    const detail = present()
    if (!detail) throw new Refused('not_found')
    return detail
  })
  on(instances.list, () => ({ items: [], total: 0 }))
  on(instance_access.get, () => ({ ssh: null, ports: null }))
  on(instance_data_sets.get, () => someMounts())
  return { looks: () => looks }
}

/** The row of the table that holds this; asking for rows by their names takes seconds each. */
export const rowOf = async (text: string): Promise<HTMLElement> => {
  const cell = await screen.findByText(text)
  return cell.closest('tr') as HTMLElement
}
