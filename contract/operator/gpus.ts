import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { Id, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

export const gpuStates = { rented: '已租出', free: '空闲', closed: '不可租' } as const
export type GpuState = keyof typeof gpuStates

/** Name of a card: its UUID, or what its host calls it. */
const GpuId = z.string().min(1).max(200)

export const OperatorGpu = z
  .object({
    id: GpuId,
    gpu_model: z.string(),
    host_id: z.string(),
    region_id: Id.nullable(),
    region_name: z.string().nullable(),
    state: z.enum(['rented', 'free', 'closed']),
    instance_id: Id.nullable(),
    health: z.string().nullable().meta({ description: '主机现在报告它有什么问题' }),
    health_since: Time.nullable(),
    missing: z.boolean().meta({ description: '主机有应答，但不再报告这张卡' }),
    held_at: Time.nullable().meta({ description: '平台何时把它停售；由运营恢复上架' }),
    held_reason: z.string().nullable(),
  })
  .meta({ id: 'OperatorGpu' })
export type OperatorGpu = z.infer<typeof OperatorGpu>

const defineAction = (name: string, summary: string, description: string, message: string) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/operator/gpu/:id/${name}`,
    access: 'operator_admin',
    idempotent: true,
    summary,
    description,
    message,
    source: 'decided: docs/decisions/124',
    params: z.object({ id: GpuId }),
    body: z.object({ reason: OperatorReason }),
    data: z.null(),
  })

export const operatorGpus = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/gpu/list',
    access: 'operator',
    summary: '每一张 GPU',
    description: 'Lists every GPU with its host, whether it is rented, free or closed, and what is wrong with it.',
    source: 'decided: product §10',
    query: listQuery(['host_id', 'gpu_model'], {
      keyword: Keyword,
      region_id: Id.optional(),
      gpu_model: z.string().max(60).optional(),
      state: OperatorGpu.shape.state.optional(),
      held: z.enum(['true']).optional().meta({ description: '只看平台停售的' }),
    }),
    data: z.array(OperatorGpu),
    paged: true,
  }),
  restore: defineAction(
    'restore',
    '恢复上架：故障处理好以后，卡重新租出；主机还在报告故障时不能恢复',
    'Puts a card back on sale that the platform took out; refused while its host still reports a fault.',
    '已恢复上架',
  ),
  remove: defineAction(
    'remove',
    '移出库存：主机不再报告、也没有实例占用的卡',
    'Takes a card out of the stock that its host no longer reports and that no instance holds.',
    '已移出库存',
  ),
}
