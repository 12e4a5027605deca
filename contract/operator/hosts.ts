import { z } from 'zod'
import { Capabilities, CardGrant } from '../capabilities.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Keyword, listQuery } from '../list.ts'
import { Id, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

/** States of a host; the first that applies is shown. */
export const hostStates = {
  pending: '待登记',
  maintenance: '维护中',
  announced: '已公告维护',
  drained: '已排空',
  held: '自动停售',
  unreachable: '不可调度',
  open: '接收新实例',
} as const
export type HostState = keyof typeof hostStates

/** Isolation between tenants of a host, beyond containers. */
export const hostIsolations = {
  checked: '出站与卷已检查',
  userns: '用户命名空间',
  rootless: '引擎无 root',
  gvisor: 'gVisor',
  lxcfs: 'lxcfs',
} as const
export type HostIsolation = keyof typeof hostIsolations
export const isHostIsolation = (name: string): name is HostIsolation => Object.hasOwn(hostIsolations, name)

/** The host name is defined by the driver. */
export const HostId = z.string({ error: '请输入名称' }).regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, '主机名有误')

export const HostMaintenance = z
  .object({
    id: Id,
    starts_at: Time,
    hours: z.number().int().meta({ description: '预计时长，小时' }),
    reason: z.string(),
    status: z.enum(['announced', 'under_way', 'finished', 'cancelled']),
    announced_at: Time,
    reminded_at: Time.nullable(),
    started_at: Time.nullable(),
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Maintenance' })

/** A card of a host with which something is wrong, or that waits to be put back on sale. */
const SickCard = z
  .object({
    id: z.string(),
    gpu_model: z.string(),
    reason: z.string().meta({ description: '主机报告的故障；已经消失的，是当时的' }),
    since: Time,
    reported: z.boolean().meta({ description: '主机现在还在报告' }),
    instance_id: Id.nullable(),
  })
  .meta({ id: 'SickCard' })

export const OperatorHost = z
  .object({
    id: HostId,
    region_id: Id.nullable(),
    region_name: z.string().nullable(),
    state: z.enum(Object.keys(hostStates) as [HostState, ...HostState[]]),
    drain_reason: z.string().nullable().meta({ description: '排空或自动停售的原因' }),
    held_at: Time.nullable().meta({ description: '平台何时因为接连启动失败停止用它接收新实例' }),
    sick_cards: z.array(SickCard),
    problem: z.string().nullable().meta({ description: '驱动为什么不在这台主机上开实例，以及怎样修好' }),
    isolation: z
      .array(z.enum(Object.keys(hostIsolations) as [HostIsolation, ...HostIsolation[]]))
      .meta({ description: '容器之外的隔离' }),
    cpu: z.number().int(),
    memory: z.number().int(),
    gpu_models: z.string(),
    gpu_total: z.number().int(),
    gpu_rented: z.number().int(),
    instances: z.number().int(),
    running: z.number().int(),
    simulated: z.boolean(),
    capabilities: Capabilities,
    cards: CardGrant.meta({ description: '引擎怎样给卡：uuid 指定哪一张，slot 只认张数，none 没有卡' }),
    unreachable_since: Time.nullable().meta({ description: '自何时起不应答；其间它的实例状态未知、不计费' }),
    seen_at: Time.meta({ description: '驱动最近一次报告' }),
    maintenance: HostMaintenance.nullable(),
  })
  .meta({ id: 'OperatorHost' })
export type OperatorHost = z.infer<typeof OperatorHost>

const ById = z.object({ id: HostId })
const defineAction = <B extends z.ZodType>(name: string, summary: string, description: string, message: string, body: B) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/operator/host/:id/${name}`,
    access: 'operator_admin',
    idempotent: true,
    summary,
    description,
    message,
    source: 'decided: product §10, docs/decisions/022',
    params: ById,
    body,
    data: OperatorHost,
  })
const EmptyBody = z.object({})

export const operatorHosts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/host/list',
    access: 'operator',
    summary: '主机：驱动报告的和已登记的',
    description: 'Lists the hosts the compute driver reports and those registered.',
    source: 'decided: product §10',
    query: listQuery(['id', 'gpu_total', 'gpu_rented', 'seen_at'], {
      keyword: Keyword,
      region_id: Id.optional(),
      state: OperatorHost.shape.state.optional(),
      todo: z.enum(['true']).optional().meta({ description: '只看等待处理的：待登记，或自动停售' }),
    }),
    data: z.array(OperatorHost),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/host/:id',
    access: 'operator',
    summary: '主机详情',
    description: 'Returns one host with its capacity, state and maintenance.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorHost,
  }),
  register: defineAction(
    'register',
    '把待登记的主机登记到一个地域',
    'Registers a reported host in a region, so that it takes instances.',
    '已登记',
    z.object({ region_id: Id }),
  ),
  drain: defineAction(
    'drain',
    '排空：不再接收新实例，在跑的继续',
    'Drains a host: it takes no new instances, and running ones go on.',
    '已排空，不再接收新实例',
    z.object({ reason: OperatorReason }),
  ),
  undrain: defineAction(
    'undrain',
    '取消排空，重新接收新实例',
    'Ends the draining of a host, so that it takes new instances again.',
    '已重新接收新实例',
    EmptyBody,
  ),
  restore: defineAction(
    'restore',
    '恢复上架：重新用因为接连启动失败而停售的主机',
    'Puts a host back on sale that the platform took out because boots kept failing there.',
    '已恢复上架',
    z.object({ reason: OperatorReason }),
  ),
  announce: defineAction(
    'maintenance',
    '公告维护：至少提前 24 小时，立即排空并通知受影响的用户',
    'Announces maintenance at least 24 hours ahead, drains the host and notifies the users affected.',
    '已公告，受影响的用户已收到通知',
    z.object({
      starts_at: z.iso.datetime({ error: '请选择开始时间' }),
      hours: z
        .number({ error: '请输入预计时长' })
        .int('时长须为整数小时')
        .min(1, '时长至少 1 小时')
        .max(limits.maintenanceMaxHours, `时长最多 ${limits.maintenanceMaxHours} 小时`),
      reason: OperatorReason,
    }),
  ),
  cancel: defineAction(
    'maintenance_cancel',
    '取消尚未开始的维护，并通知用户',
    'Cancels maintenance that has not begun, and notifies the users affected.',
    '维护已取消，用户已收到通知',
    EmptyBody,
  ),
  finish: defineAction(
    'maintenance_finish',
    '结束维护：重新接收新实例，包日、包周顺延停机的时间',
    'Ends maintenance: the host takes instances again, and packages are extended by the time lost.',
    '维护已结束，用户已收到通知',
    EmptyBody,
  ),
}
