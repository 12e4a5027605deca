import { z } from 'zod'
import { Role } from '../access.ts'
import { Certification } from '../certification.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Time, Yuan } from '../scalars.ts'
import { ChangeRequest } from './changes.ts'
import { OperatorReason } from './reason.ts'

const OperatorUser = z
  .object({
    id: Id,
    uuid: z.uuid(),
    nickname: z.string(),
    phone: z.string().meta({ description: '脱敏；按完整手机号搜索时显示完整号码' }),
    account_type: z.enum(['main', 'sub']),
    role: Role,
    verified: z.boolean(),
    frozen_at: Time.nullable(),
    frozen_reason: z.string().nullable(),
    balance: Yuan,
    instances: z.number().int(),
    running: z.number().int(),
    created_at: Time,
  })
  .meta({ id: 'OperatorUser' })

const OperatorUserDetail = OperatorUser.extend({
  recharged: Yuan,
  consumed: Yuan,
  burn_hour: Yuan,
  certification: Certification.pick({ kind: true, status: true, organisation: true })
    .nullable()
    .meta({ description: '最近一次企业或高校认证' }),
  sessions: z.number().int().meta({ description: '未失效的登录会话' }),
  last_seen_at: Time.nullable(),
  change_pending: z.boolean().meta({ description: '有待审批的变更申请' }),
}).meta({ id: 'OperatorUserDetail' })

export const operatorUsers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/user/list',
    access: 'operator_support',
    summary: '用户：按手机号、UUID 或昵称查找',
    description: 'Lists the users, found by phone, UUID or nickname, with phones masked.',
    source: 'decided: product §10',
    query: listQuery(['created_at', 'balance'], {
      keyword: Keyword,
      role: Role.optional(),
      frozen: z.enum(['true', 'false']).optional(),
      balance: z.enum(['positive', 'negative']).optional(),
    }),
    data: z.array(OperatorUser),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/user/:id',
    access: 'operator_support',
    summary: '用户详情',
    description: 'Returns one user with balance, instances and sessions.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorUserDetail,
  }),
  freeze: endpoint({
    method: 'POST',
    path: '/api/v1/operator/user/:id/freeze',
    access: 'operator_support',
    idempotent: true,
    stepUp: true,
    summary: '冻结：结束全部会话，关停运行中的实例，数据保留',
    description: 'Freezes a user: ends all sessions and stops running instances; data is kept.',
    message: '已冻结',
    source: 'decided: product §10, docs/decisions/022',
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorUserDetail,
  }),
  request_unfreeze: endpoint({
    method: 'POST',
    path: '/api/v1/operator/user/:id/unfreeze',
    access: 'operator_support',
    idempotent: true,
    stepUp: true,
    summary: '申请解冻；他人批准后生效',
    description: 'Requests that a user is unfrozen, once another operator approves it.',
    message: '已提交，等待他人审批',
    source: 'decided: product §10, docs/decisions/018',
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: ChangeRequest,
  }),
  request_role: endpoint({
    method: 'POST',
    path: '/api/v1/operator/user/:id/role',
    access: 'operator_admin',
    idempotent: true,
    stepUp: true,
    summary: '申请变更角色；另一位管理员批准后生效',
    description: 'Requests another role for a user, once a second administrator approves it.',
    message: '已提交，等待另一位管理员审批',
    source: 'decided: product §10, docs/decisions/018',
    params: ById,
    body: z.object({ role: Role, reason: OperatorReason }),
    data: ChangeRequest,
  }),
}
