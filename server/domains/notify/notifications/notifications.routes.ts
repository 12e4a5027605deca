import { notifications } from '#contract/notifications.ts'
import {
  countUnreadNotifications,
  deleteNotifications,
  getNotification,
  listNotifications,
  markNotificationsRead,
  presentNotification,
  restoreNotifications,
} from '#server/domains/notify/notifications/notifications.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const notificationRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'notifications', notifications, {
    list: async (ctx, { query }) => {
      const { items, total } = await listNotifications(ctx, query)
      return { items: items.map(presentNotification), total }
    },
    get: async (ctx, { params }) => presentNotification(await getNotification(ctx, params.id)),
    read: (ctx, { body }) => markNotificationsRead(ctx, body),
    remove: (ctx, { body }) => deleteNotifications(ctx, body),
    restore: (ctx, { body }) => restoreNotifications(ctx, body.ids),
    unreaded_count: async (ctx) => ({ count: await countUnreadNotifications(ctx) }),
  })
