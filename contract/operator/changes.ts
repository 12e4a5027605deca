import { z } from 'zod'
import type { OperatorAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../list.ts'
import { ById, Id, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

/** Changes that need two people, and the duty that approves each (product §10). */
export const changeKinds = {
  price: { label: '调价', decided_by: 'operator_finance' },
  activity: { label: '活动条款', decided_by: 'operator_finance' },
  role: { label: '变更角色', decided_by: 'operator_admin' },
  unfreeze: { label: '解冻用户', decided_by: 'operator_support' },
  adjustment: { label: '余额调整', decided_by: 'operator_finance' },
  coupon_open: { label: '开始发放', decided_by: 'operator_finance' },
  coupon_codes: { label: '生成兑换码', decided_by: 'operator_finance' },
  coupon_grant: { label: '发放优惠券', decided_by: 'operator_finance' },
  refund: { label: '订单退款', decided_by: 'operator_finance' },
  llm_price: { label: '模型调价', decided_by: 'operator_finance' },
} as const satisfies Record<string, { label: string; decided_by: OperatorAccess }>
export type ChangeKind = keyof typeof changeKinds
export const ChangeKind = z.enum(Object.keys(changeKinds) as [ChangeKind, ...ChangeKind[]])

export const changeStatuses = { pending: '待审批', approved: '已批准', rejected: '已驳回', withdrawn: '已撤回' } as const
export type ChangeStatus = keyof typeof changeStatuses

/** Field values by name, before or after the change. */
export const ChangeFields = z.record(z.string(), z.string()).meta({ id: 'ChangeFacts', description: '字段 → 值' })

export const ChangeRequest = z
  .object({
    id: Id,
    kind: ChangeKind,
    target_id: z.string(),
    title: z.string(),
    reason: z.string(),
    before: ChangeFields,
    after: ChangeFields,
    status: z.enum(Object.keys(changeStatuses) as [ChangeStatus, ...ChangeStatus[]]),
    requested_by: z.object({ id: Id, nickname: z.string() }),
    requested_at: Time,
    decided_by: z.object({ id: Id, nickname: z.string() }).nullable(),
    decided_at: Time.nullable(),
    note: z.string().nullable(),
    own: z.boolean().meta({ description: '由当前操作人提出，不能由其审批' }),
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequest = z.infer<typeof ChangeRequest>

export const operatorChanges = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/change/list',
    access: 'operator',
    summary: '变更申请：自己提出的，和自己有权审批的',
    description: "Lists change requests: the caller's own, and those the caller may decide.",
    source: 'decided: product §10, docs/decisions/018',
    query: listQuery(['requested_at'], {
      status: ChangeRequest.shape.status.optional(),
      kind: ChangeKind.optional(),
      todo: z.enum(['true']).optional().meta({ description: '只看等我审批的' }),
    }),
    data: z.array(ChangeRequest),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/change/:id',
    access: 'operator',
    summary: '变更申请详情',
    description: 'Returns one change request with the values before and after.',
    source: 'decided: as list',
    params: ById,
    data: ChangeRequest,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/operator/change/:id/approve',
    access: 'operator',
    idempotent: true,
    stepUp: true,
    summary: '批准，立即生效；不能批准自己提出的',
    description: "Approves another operator's change request, which takes effect at once.",
    message: '已批准并生效',
    source: 'decided: product §10, docs/decisions/018',
    params: ById,
    data: ChangeRequest,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/v1/operator/change/:id/reject',
    access: 'operator',
    idempotent: true,
    stepUp: true,
    summary: '驳回；不能驳回自己提出的',
    description: "Rejects another operator's change request with a note.",
    message: '已驳回',
    source: 'decided: product §10, docs/decisions/018',
    params: ById,
    body: z.object({ note: OperatorReason }),
    data: ChangeRequest,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/operator/change/:id/withdraw',
    access: 'operator',
    idempotent: true,
    summary: '撤回自己提出的申请',
    description: "Withdraws the caller's own pending change request.",
    message: '已撤回',
    source: 'decided: as approve',
    params: ById,
    data: ChangeRequest,
  }),
}
