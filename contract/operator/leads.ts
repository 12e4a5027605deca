import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LeadInterestName } from '../leads.ts'
import { Keyword, listQuery } from '../list.ts'
import { isPlainMultiline } from '../plain-text.ts'
import { Vendor } from '../products.ts'
import { ById, Id, Time } from '../scalars.ts'

export const leadStates = { new: '待联系', following: '跟进中', won: '已成交', closed: '已关闭' } as const
export type LeadState = keyof typeof leadStates
export const LeadState = z.enum(Object.keys(leadStates) as [LeadState, ...LeadState[]], { error: '请选择状态' })

const Colleague = z.object({ id: Id, nickname: z.string() })

export const OperatorLead = z
  .object({
    id: Id,
    name: z.string(),
    phone: z.string().meta({ description: '脱敏；负责人，以及按完整手机号搜索的人看到完整号码' }),
    company: z.string(),
    interest: LeadInterestName,
    vendor: Vendor.nullable(),
    message: z.string(),
    user_id: Id.nullable().meta({ description: '登录后提交的，是哪个用户' }),
    state: LeadState,
    assignee: Colleague.nullable(),
    own: z.boolean().meta({ description: '由当前操作人负责' }),
    last_note: z.string().nullable(),
    created_at: Time,
    reply_by: Time.meta({ description: '最迟回复时间，提交后 15 个工作日（按周一至周五计）' }),
  })
  .meta({ id: 'OperatorLead' })
export type OperatorLead = z.infer<typeof OperatorLead>

const LeadNote = z.object({
  id: Id,
  at: Time,
  author: Colleague,
  state: LeadState.meta({ description: '记下时改成的状态' }),
  note: z.string(),
})
export const OperatorLeadDetail = OperatorLead.extend({ notes: z.array(LeadNote) }).meta({ id: 'OperatorLeadDetail' })
export type OperatorLeadDetail = z.infer<typeof OperatorLeadDetail>

const Note = z
  .string({ error: '请写明跟进情况' })
  .trim()
  .min(2, '请写明跟进情况')
  .max(500, '跟进情况最多 500 个字')
  .refine(isPlainMultiline, '跟进情况不能包含控制字符')

const defineAction = <B extends z.ZodType>(name: string, summary: string, description: string, message: string, body: B) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/operator/lead/:id/${name}`,
    access: 'operator_support',
    idempotent: true,
    summary,
    description,
    message,
    source: 'decided: product §10, docs/decisions/026',
    params: ById,
    body,
    data: OperatorLeadDetail,
  })

export const operatorLeads = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/lead/list',
    access: 'operator_support',
    summary: '售前线索，新的在前',
    description: 'Lists the sales leads, newest first, with phones masked.',
    source: 'decided: product §10, docs/decisions/026',
    query: listQuery(['created_at'], {
      keyword: Keyword,
      state: LeadState.optional(),
      interest: LeadInterestName.optional(),
      assigned: z.enum(['me', 'nobody']).optional(),
    }),
    data: z.array(OperatorLead),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/lead/:id',
    access: 'operator_support',
    summary: '一条线索和它的跟进记录',
    description: 'Returns one sales lead with its notes.',
    source: 'decided: as list',
    params: ById,
    data: OperatorLeadDetail,
  }),
  assignees: endpoint({
    method: 'GET',
    path: '/api/v1/operator/lead_assignee/list',
    access: 'operator_support',
    summary: '可以负责线索的运营人员',
    description: 'Lists the operators who can be put in charge of a lead.',
    source: 'decided: as list',
    data: z.array(Colleague),
  }),
  take: defineAction(
    'take',
    '由自己负责，从而看到完整手机号',
    'Puts the caller in charge of a lead, who then sees the full phone number.',
    '已由你负责',
    z.object({}),
  ),
  assign: defineAction(
    'assign',
    '交给一位同事负责，并通知他',
    'Puts another operator in charge of a lead and notifies that operator.',
    '已分配',
    z.object({ assignee_id: z.string({ error: '请选择负责人' }).pipe(Id) }),
  ),
  follow: defineAction(
    'follow',
    '记下跟进情况，更新状态',
    'Adds a note to a lead and sets its state.',
    '已记录',
    z.object({ state: LeadState, note: Note }),
  ),
}
