import { z } from 'zod'
import { ActivityAudience, DiscountType } from '../activities.ts'
import { ArtPattern } from '../banners.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Name, Time, Yuan } from '../scalars.ts'
import { ChangeRequest } from './changes.ts'
import { OperatorReason } from './reason.ts'

export const activityStates = {
  draft: '未定价',
  hidden: '未展示',
  upcoming: '未开始',
  running: '进行中',
  ended: '已结束',
} as const
export type ActivityState = keyof typeof activityStates
const State = z.enum(Object.keys(activityStates) as [ActivityState, ...ActivityState[]])

const Position = z.number({ error: '请输入排序' }).int('排序须为整数').min(0, '排序至少 0').max(100_000, '排序最多 100000')
const Count = (label: string, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}须为整数`)
    .min(1, `${label}至少 1`)
    .max(max, `${label}最多 ${max}`)

/** Presentation of an activity; one operator can change it alone. */
export const ActivityForm = z.object({
  title: Name(30, '标题'),
  content: Name(120, '说明'),
  art: ArtPattern,
  position: Position,
})

/** Terms that affect money; a second person must approve changes (docs/decisions/018, 025). */
export const ActivityTermsForm = z
  .object({
    product_ids: z.array(Id).min(1, '请选择产品').max(50, '最多 50 个产品'),
    discount_type: DiscountType,
    period: Count('时长', 52),
    percent: z.number({ error: '请输入折扣' }).int('折扣须为整数').min(1, '折扣至少 1%').max(99, '折扣最多 99%'),
    audience: ActivityAudience,
    per_user: Count('每人份数', 100),
    stock: Count('总份数', 1_000_000).nullable().default(null),
    for_existing: z.boolean(),
    starts_at: Time,
    ends_at: Time,
    reason: OperatorReason,
  })
  .refine(({ starts_at: startsAt, ends_at: endsAt }) => startsAt < endsAt, { error: '结束须晚于开始', path: ['ends_at'] })

export const OperatorActivity = z
  .object({
    id: Id,
    title: z.string(),
    content: z.string(),
    art: ArtPattern,
    position: z.number().int(),
    visible: z.boolean(),
    state: State,
    terms: z
      .object({
        product_ids: z.array(Id),
        discount_type: DiscountType,
        period: z.number().int(),
        percent: z.number().int(),
        audience: ActivityAudience,
        per_user: z.number().int(),
        stock: z.number().int().nullable(),
        for_existing: z.boolean(),
        starts_at: Time,
        ends_at: Time,
      })
      .nullable()
      .meta({ description: '获批的条款；还没有时为 null' }),
    products: z.array(z.string()).meta({ description: '参与产品的名称' }),
    terms_pending: z.boolean().meta({ description: '有待审批的条款' }),
    orders: z.number().int().meta({ description: '售出的份数，不含已退款' }),
    amount: Yuan.meta({ description: '这些订单的实付金额之和' }),
  })
  .meta({ id: 'OperatorActivity' })
export type OperatorActivity = z.infer<typeof OperatorActivity>

const defineVisibilityChange = createRowActionDefiner({
  path: '/api/v1/operator/activity/:id',
  access: 'operator_admin',
  source: 'decided: product §10',
  params: ById,
  data: OperatorActivity,
})

export const operatorActivities = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/activity/list',
    access: 'operator',
    summary: '活动，含未展示和已结束的',
    description: 'Lists the promotions, including hidden and ended ones.',
    source: 'decided: product §10',
    query: listQuery(['position', 'ends_at'], { keyword: Keyword }),
    data: z.array(OperatorActivity),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/activity/:id',
    access: 'operator',
    summary: '活动详情',
    description: 'Returns one promotion with its approved terms.',
    source: 'decided: as list',
    params: ById,
    data: OperatorActivity,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/activity',
    access: 'operator_admin',
    idempotent: true,
    summary: '新建活动；条款获批并展示后用户才看得到',
    description: 'Creates a promotion; users see it once its terms are approved and it is shown.',
    message: '活动已创建，申请条款并获批后即可展示',
    source: 'decided: product §10',
    body: ActivityForm,
    data: OperatorActivity,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/activity/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '修改活动的文字、图案和顺序',
    description: 'Changes texts, picture and position of a promotion; its terms stay.',
    message: '活动已修改',
    source: 'decided: product §10',
    params: ById,
    body: ActivityForm,
    data: OperatorActivity,
  }),
  request_terms: endpoint({
    method: 'POST',
    path: '/api/v1/operator/activity/:id/terms',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '申请活动条款：产品、折扣、时长、对象、份数和起止；他人批准后生效',
    description: 'Requests the terms of a promotion, in force once another operator approves them.',
    message: '已提交，等待他人审批',
    source: 'decided: product §10, docs/decisions/025',
    params: ById,
    body: ActivityTermsForm,
    data: ChangeRequest,
  }),
  show: defineVisibilityChange('show', '展示活动', 'Shows a promotion whose terms are approved.', '已展示'),
  hide: defineVisibilityChange(
    'hide',
    '停止展示；立即不能再以活动价下单',
    'Hides a promotion; nobody can order at its price any more.',
    '已停止展示',
  ),
}
