import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Name, Time } from '../scalars.ts'

export const announcementAudiences = {
  all: '所有用户',
  verified: '已实名的用户',
  creators: '创作者',
  running: '有运行中实例的用户',
} as const
export type AnnouncementAudience = keyof typeof announcementAudiences

export const announcementStates = {
  scheduled: '等待发布',
  publishing: '发布中',
  published: '已发布',
  cancelled: '已取消',
} as const
export type AnnouncementState = keyof typeof announcementStates

const Audience = z.enum(Object.keys(announcementAudiences) as [AnnouncementAudience, ...AnnouncementAudience[]], {
  error: '请选择对象',
})

/** A notice of class system, sent once to every user of an audience. */
export const AnnouncementForm = z.object({
  title: Name(limits.announcementTitleMax, '标题'),
  content: z
    .string({ error: '请输入正文' })
    .trim()
    .min(1, '请输入正文')
    .max(limits.announcementMax, `正文最多 ${limits.announcementMax} 个字`),
  audience: Audience,
  publish_at: Time.nullish()
    .transform((at) => at ?? null)
    .meta({ description: '空则立即发布' }),
})
export type AnnouncementForm = z.output<typeof AnnouncementForm>

export const OperatorAnnouncement = z
  .object({
    id: Id,
    title: z.string(),
    content: z.string().meta({ description: 'Markdown' }),
    audience: Audience,
    state: z.enum(Object.keys(announcementStates) as [AnnouncementState, ...AnnouncementState[]]),
    publish_at: Time,
    published_at: Time.nullable(),
    reach: z.number().int().meta({ description: '送达人数' }),
    read: z.number().int().meta({ description: '已读人数' }),
    created_at: Time,
  })
  .meta({ id: 'OperatorAnnouncement' })
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>

const base = { access: 'operator_admin', source: 'decided: product §10' } as const

export const operatorAnnouncements = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/operator/announcement/list',
    access: 'operator',
    summary: '公告，含送达与已读人数',
    description: 'Lists the announcements with how many users they reached and how many read them.',
    query: listQuery(['publish_at'], {
      keyword: Keyword,
      state: OperatorAnnouncement.shape.state.optional(),
      audience: Audience.optional(),
    }),
    data: z.array(OperatorAnnouncement),
    paged: true,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/operator/announcement/:id',
    access: 'operator',
    summary: '公告详情',
    description: 'Returns one announcement with how many users it reached and how many read it.',
    params: ById,
    data: OperatorAnnouncement,
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/operator/announcement',
    idempotent: true,
    summary: '新建公告，到时发布',
    description: 'Creates an announcement, published at `publish_at` or at once as a notification to its audience.',
    message: '公告已创建',
    body: AnnouncementForm,
    data: OperatorAnnouncement,
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/v1/operator/announcement/:id',
    idempotent: true,
    summary: '修改还没有发布的公告',
    description: 'Changes an announcement that is not published yet.',
    message: '公告已修改',
    params: ById,
    body: AnnouncementForm,
    data: OperatorAnnouncement,
  }),
  cancel: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/operator/announcement/:id/cancel',
    idempotent: true,
    summary: '取消还没有发布的公告',
    description: 'Cancels an announcement that is not published yet.',
    message: '公告已取消',
    params: ById,
    data: OperatorAnnouncement,
  }),
}
