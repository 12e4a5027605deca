import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { type Notification, notificationClasses, notifications } from '#contract/notifications.ts'
import { reportPeriods } from '#contract/operator/reason.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { unreadCount } from '#src/ui/unread.ts'
import { useStore } from '#src/ui/use-store.ts'
import { NotificationClassTag } from './NotificationClassTag.tsx'
import styles from './notifications.resource.module.css'

/** Reduces Markdown to one line of plain text, for compact places. */
const toPlainText = (markdown: string): string =>
  markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#>*_`~|-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Title with its unread mark, and the beginning of the text. */
function NotificationTitle({ notification: { title, content, read, markdown } }: { notification: Notification }) {
  return (
    <span className={styles.words} data-read={read}>
      <span className={styles.title}>
        {!read && (
          <span className={styles.mark}>
            <span className="visually-hidden">未读</span>
          </span>
        )}
        {title}
      </span>
      <span className={styles.content}>{markdown ? toPlainText(content) : content}</span>
    </span>
  )
}

/** A notification as a card on a phone; the whole card links to its page. */
function NotificationCard({ notification }: { notification: Notification }) {
  return (
    <Link className={styles.card} to={paths.message(notification.id)}>
      <NotificationTitle notification={notification} />
      <span className={styles.foot}>
        <NotificationClassTag of={notification} />
        <TimeText at={notification.created_at} />
      </span>
    </Link>
  )
}

/** Marks all notifications as read, on all pages. */
function MarkAllRead() {
  const count = useStore(unreadCount)
  const { run, pending } = useAction(notifications.read, { failed: '标记失败，请重试', onDone: () => unreadCount.refresh() })
  return (
    <Button
      icon={<Icon name="check" />}
      disabled={count === 0}
      loading={pending}
      onClick={() => void run({ body: { all: true } })}
    >
      全部已读
    </Button>
  )
}

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
  columns: [
    {
      field: 'title',
      title: '内容',
      render: (notification) => <NotificationTitle notification={notification} />,
      text: ({ title }) => title,
    },
    {
      field: 'class',
      title: '类型',
      render: (notification) => <NotificationClassTag of={notification} />,
      text: (notification) => notificationClasses[notification.class],
    },
    { field: 'created_at', title: '时间', type: 'time' },
  ],
  card: (notification) => <NotificationCard notification={notification} />,
  filters: {
    class: { label: '类型', options: notificationClasses },
    read: { label: '是否已读', options: { false: '未读', true: '已读' } },
    period: { label: '时间', options: reportPeriods },
  },
  bulk: [
    {
      name: 'read',
      label: '标为已读',
      icon: <Icon name="check" />,
      endpoint: notifications.read,
      allowed: (notification) => !notification.read,
      optimistic: () => ({ read: true }),
    },
    {
      name: 'remove',
      label: '删除',
      icon: <Icon name="trash" />,
      danger: true,
      endpoint: notifications.remove,
      undo: notifications.restore,
    },
  ],
  afterChange: () => void unreadCount.refresh(),
  tools: MarkAllRead,
  pages: { show: () => import('./NotificationShow.tsx') },
  live: 'notifications',
  empty: { title: '还没有通知', hint: '实例到期、余额不足或充值到账时，会在这里告诉您。' },
})
