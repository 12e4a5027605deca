import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { type InstanceStatus, instanceStatuses } from '../instance-actions.ts'
import { ChargeRule, Instance, InstanceEvent } from '../instances.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

const statuses = Object.keys(instanceStatuses).map(Number) as InstanceStatus[]

/** An instance as shown to its owner, plus owner and host. */
export const OperatorInstance = Instance.extend({
  owner: z.object({ id: Id, nickname: z.string(), phone: z.string().meta({ description: '脱敏手机号' }) }),
  host_id: z.string(),
}).meta({ id: 'OperatorInstance' })
export type OperatorInstance = z.infer<typeof OperatorInstance>

/** Reasons for an operator to stop a user's instance. */
export const forceStopReasons = { violation: '违规', maintenance: '维护' } as const

export const operatorInstances = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/instance/list',
    access: 'operator_support',
    summary: '全部用户的实例',
    description: 'Lists the instances of all users, filtered by owner, host, product, region or status.',
    source: 'decided: product §10',
    query: listQuery(['created_at', 'status', 'expire_at'], {
      keyword: Keyword,
      status: z.coerce.number().pipe(z.literal(statuses)).optional(),
      region_id: Id.optional(),
      charge_rule: ChargeRule.optional(),
      user_id: Id.optional(),
      host_id: z.string().max(128).optional(),
      product_id: Id.optional(),
    }),
    data: z.array(OperatorInstance),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/instance/:id',
    access: 'operator_support',
    summary: '实例详情，只读',
    description: "Returns one user's instance, for reading only.",
    source: 'decided: product §10',
    params: ById,
    data: OperatorInstance,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/v1/operator/instance/:id/event/list',
    access: 'operator_support',
    summary: '实例的时间线',
    description: 'Lists the history of an instance, newest first.',
    source: 'decided: product §4',
    params: ById,
    query: listQuery(['at']),
    data: z.array(InstanceEvent),
    paged: true,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/v1/operator/instance/:id/stop',
    access: 'operator_support',
    idempotent: true,
    summary: '强制关机并通知所有者；数据保留',
    description: "Stops a user's instance by force and notifies its owner; its disks are kept.",
    message: '正在关机，所有者已收到通知',
    source: 'decided: product §10',
    params: ById,
    body: z.object({
      cause: z.enum(['violation', 'maintenance'], { error: '请选择原因' }),
      reason: OperatorReason,
    }),
    data: OperatorInstance,
  }),
}
