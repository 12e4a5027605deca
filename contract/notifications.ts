import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { ReportPeriod } from './operator/reason.ts'
import { ById, Id, Time } from './scalars.ts'

/** Notification classes (product §8). */
export const notificationClasses = {
  expiry: '到期',
  arrears: '欠费',
  balance: '余额',
  release: '释放',
  review: '审核',
  activity: '活动',
  system: '系统',
} as const
export type NotificationClass = keyof typeof notificationClasses

export const Notification = z
  .object({
    id: Id,
    class: z.enum(Object.keys(notificationClasses) as [NotificationClass, ...NotificationClass[]]),
    title: z.string(),
    content: z.string(),
    link: z.string().nullable().meta({ description: '站内路径' }),
    read: z.boolean(),
    markdown: z.boolean().optional().meta({ description: '正文是 Markdown：公告' }),
    created_at: Time,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

const Selection = z
  .object({ ids: z.array(Id).max(100, '一次最多 100 条').optional(), all: z.literal(true).optional() })
  .refine((v) => v.all || v.ids?.length, { error: '请选择通知', path: ['ids'] })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notification/list',
    access: 'user',
    summary: '通知列表，新的在前',
    description: "Lists the caller's notifications, newest first.",
    source: 'requirements §7',
    query: listQuery(['created_at'], {
      class: Notification.shape.class.optional(),
      read: z.enum(['true', 'false']).optional(),
      period: ReportPeriod.optional(),
    }),
    data: z.array(Notification),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/notification/:id/detail',
    access: 'user',
    owned: 'notification',
    summary: '通知详情',
    description: 'Returns one notification with its full text.',
    source: 'requirements §7',
    params: ById,
    data: Notification,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/api/v1/notification/read',
    access: 'user',
    summary: '标记已读',
    description: 'Marks up to 100 notifications, or all of them, as read and returns how many were.',
    message: '已标记为已读',
    source: 'requirements §7',
    body: Selection,
    data: z.object({ count: z.number().int() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/notification/delete',
    access: 'user',
    summary: '删除通知',
    description: 'Deletes up to 100 notifications, or all of them; they can be restored for a short while.',
    message: '已删除通知',
    source: 'requirements §7',
    body: Selection,
    data: z.object({ count: z.number().int() }),
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/v1/notification/restore',
    access: 'user',
    summary: '撤销刚才的删除',
    description: 'Restores notifications that were deleted within the last ten minutes.',
    message: '已恢复',
    source: 'decided: requirements §7 has no call',
    body: z.object({ ids: z.array(Id).min(1, '请选择通知').max(100, '一次最多 100 条') }),
    data: z.object({ count: z.number().int() }),
  }),
  unreaded_count: endpoint({
    method: 'GET',
    path: '/api/v1/notification/unreaded_count',
    access: 'user',
    summary: '未读数',
    description: "Returns the number of the caller's unread notifications.",
    source: 'requirements §7',
    data: z.object({ count: z.number().int() }),
  }),
}
