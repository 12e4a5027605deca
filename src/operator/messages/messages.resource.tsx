import { notifications } from '#contract/notifications.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import {
  MarkAllRead,
  NotificationCard,
  notificationBulk,
  notificationColumns,
  notificationFilters,
} from '#src/features/notifications/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { unreadCount } from '#src/ui/unread.ts'

/** The operator's notifications, read without leaving the back office. */
export default defineResource({
  name: 'operator-messages',
  label: '消息通知',
  meaning: '待审批、待审核和其他发给你的通知。',
  path: operatorPaths.messages,
  parent: { label: '工作台', to: operatorPaths.panel },
  access: 'operator',
  api: { list: notifications.list, one: notifications.get },
  title: (notification) => notification.title,
  columns: notificationColumns,
  card: (notification) => <NotificationCard notification={notification} to={operatorPaths.message(notification.id)} />,
  filters: notificationFilters,
  bulk: notificationBulk,
  afterChange: () => void unreadCount.refresh(),
  tools: MarkAllRead,
  pages: { show: () => import('./OperatorMessageShow.tsx') },
  live: 'notifications',
  empty: { title: '还没有通知', hint: '有事等你处理时，会在这里告诉你。', action: null },
})
