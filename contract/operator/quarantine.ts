import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

export const quarantineStates = {
  kept: '已隔离',
  removing: '正在移除',
  removed: '已移除',
  known: '已认回',
} as const
export type QuarantineState = keyof typeof quarantineStates

export const QuarantinedObject = z
  .object({
    id: Id,
    instance_id: z.string().meta({ description: '引擎上的标签里写的实例编号' }),
    host_id: z.string().nullable().meta({ description: '在哪台主机上；早先隔离的没有记下' }),
    generation: z.number().int(),
    known_generation: z.number().int().nullable().meta({ description: '数据库里同一实例的代数，更旧；没有这个实例时为 null' }),
    phase: z.string().meta({ description: '引擎最近一次报告的状态' }),
    data_disk: z.string().nullable().meta({ description: '数据盘在引擎上的名字' }),
    data_disk_mb: z.number().int().nullable().meta({ description: '数据盘已用的 MiB；引擎不便统计时为 null' }),
    state: z.enum(Object.keys(quarantineStates) as [QuarantineState, ...QuarantineState[]]),
    found_at: Time,
    seen_at: Time.meta({ description: '最近一次在引擎上看到' }),
    ended_at: Time.nullable(),
  })
  .meta({ id: 'QuarantinedObject' })
export type QuarantinedObject = z.infer<typeof QuarantinedObject>

export const operatorQuarantine = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/quarantine/list',
    access: 'operator',
    summary: '隔离：计算引擎上有、数据库里没有的实例',
    description: 'Lists instances that exist on the compute engine but not in the database.',
    source: 'decided: docs/decisions/049',
    query: listQuery(['found_at', 'seen_at'], { keyword: Keyword, state: QuarantinedObject.shape.state.optional() }),
    data: z.array(QuarantinedObject),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/quarantine/:id',
    access: 'operator',
    summary: '一个被隔离的实例',
    description: 'Returns one quarantined instance.',
    source: 'decided: docs/decisions/049',
    params: ById,
    data: QuarantinedObject,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/operator/quarantine/:id/remove',
    access: 'operator_admin',
    stepUp: true,
    idempotent: true,
    summary: '从计算引擎上移除，不能恢复',
    description: 'Removes a quarantined instance from the compute engine for good; `confirm` repeats its instance id.',
    message: '正在移除',
    source: 'decided: docs/decisions/049',
    params: ById,
    body: z.object({
      confirm: z.string({ error: '请输入实例编号' }).trim().min(1, '请输入实例编号').max(128, '实例编号有误'),
      reason: OperatorReason,
    }),
    data: QuarantinedObject,
  }),
}
