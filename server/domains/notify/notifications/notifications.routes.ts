import { notifications } from '#contract/notifications.ts'
import {
  countUnread,
  getNotification,
  listNotifications,
  markRead,
  present,
  removeNotifications,
  restoreNotifications,
} from '#server/domains/notify/notifications/notifications.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const notificationRoutes = (http: Http) =>
  mount(http, 'notifications', notifications, {
    list: async (ctx, { query }) => {
      const { items, total } = await listNotifications(ctx, query)
      return { items: items.map(present), total }
    },
    get: async (ctx, { params }) => present(await getNotification(ctx, params.id)),
    read: (ctx, { body }) => markRead(ctx, body),
    remove: (ctx, { body }) => removeNotifications(ctx, body),
    restore: (ctx, { body }) => restoreNotifications(ctx, body.ids),
    unreaded_count: async (ctx) => ({ count: await countUnread(ctx) }),
  })
