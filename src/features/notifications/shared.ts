export { default as NotificationShow } from './NotificationShow.tsx'
export {
  MarkAllRead,
  NotificationCard,
  notificationBulk,
  notificationColumns,
  notificationFilters,
} from './notification-list.tsx'
