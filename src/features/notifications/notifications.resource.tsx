import { notifications } from '#contract/notifications.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { unreadCount } from '#src/ui/unread.ts'
import {
  MarkAllRead,
  NotificationCard,
  notificationBulk,
  notificationColumns,
  notificationFilters,
} from './notification-list.tsx'

/** Notifications of the platform (product §8). A row opens `message/detail?id=…` (requirements §2) and is then marked as read. */
export default defineResource({
  name: 'notifications',
  label: '消息通知',
  meaning: '到期、欠费、释放和余额变化都会先通知到这里；短信、邮件和 Webhook 在账户信息里设置。',
  path: paths.messages,
  showPath: paths.messagePattern,
  nav: { section: 'settings', order: 60 },
  api: { list: notifications.list, one: notifications.get },
  title: (notification) => notification.title,
  columns: notificationColumns,
  card: (notification) => <NotificationCard notification={notification} to={paths.message(notification.id)} />,
  filters: notificationFilters,
  bulk: notificationBulk,
  afterChange: () => void unreadCount.refresh(),
  tools: MarkAllRead,
  pages: { show: () => import('./NotificationShow.tsx') },
  live: 'notifications',
  empty: { title: '还没有通知', hint: '实例到期、余额不足或充值到账时，会在这里告诉你。' },
})
