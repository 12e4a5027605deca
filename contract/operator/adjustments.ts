import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { AmountInput, Id, Time, Yuan } from '../scalars.ts'
import { OperatorReason, operatorLimitText } from './reason.ts'

export const adjustmentDirections = { add: '增加', take: '扣减' } as const

const OperatorAdjustment = z
  .object({
    id: Id,
    owner: z.object({ id: Id, nickname: z.string() }),
    amount: Yuan.meta({ description: '增加为正，扣减为负' }),
    reason: z.string(),
    requested_by: z.string(),
    approved_by: z.string().nullable().meta({ description: '审批人；提出人当天的额度以内不需要' }),
    at: Time,
  })
  .meta({ id: 'OperatorAdjustment' })

export const operatorAdjustments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/adjustment/list',
    access: 'operator_finance',
    summary: '余额调整：已生效的',
    description: 'Lists the balance adjustments that took effect, with who requested and who approved each.',
    source: 'decided: product §10',
    query: listQuery(['at', 'amount'], { keyword: Keyword }),
    data: z.array(OperatorAdjustment),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/adjustment',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: `调整用户余额；超过${operatorLimitText}须他人批准`,
    description: "Adds to or takes from a user's balance; larger amounts wait for another operator's approval.",
    message: `已提交：${operatorLimitText}以内立即生效，更多的等待他人审批`,
    source: 'decided: product §10, docs/decisions/037',
    body: z.object({
      user: z.string({ error: '请输入用户' }).trim().min(1, '请输入用户').max(64, '请输入完整手机号、UUID 或用户编号'),
      direction: z.enum(['add', 'take'], { error: '请选择增加或扣减' }),
      amount: AmountInput,
      reason: OperatorReason,
    }),
    data: z.object({
      id: Id.meta({ description: '调整的编号，或变更申请的编号' }),
      pending: z.boolean().meta({ description: '等待他人审批' }),
    }),
  }),
}
