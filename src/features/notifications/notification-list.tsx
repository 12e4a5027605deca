import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { type Notification, notificationClasses, notifications } from '#contract/notifications.ts'
import { reportPeriods } from '#contract/operator/reason.ts'
import type { Column } from '#src/admin/columns.tsx'
import type { BulkRowAction } from '#src/admin/resource.ts'
import { useAction } from '#src/admin/use-action.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { unreadCount } from '#src/ui/unread.ts'
import { useStore } from '#src/ui/use-store.ts'
import { NotificationClassTag } from './NotificationClassTag.tsx'
import styles from './notification-list.module.css'

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
export function NotificationCard({ notification, to }: { notification: Notification; to: string }) {
  return (
    <Link className={styles.card} to={to}>
      <NotificationTitle notification={notification} />
      <span className={styles.foot}>
        <NotificationClassTag of={notification} />
        <TimeText at={notification.created_at} />
      </span>
    </Link>
  )
}

/** Marks all notifications as read, on all pages. */
export function MarkAllRead() {
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

export const notificationColumns: readonly Column<Notification>[] = [
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
]

export const notificationFilters = {
  class: { label: '类型', options: notificationClasses },
  read: { label: '是否已读', options: { false: '未读', true: '已读' } },
  period: { label: '时间', options: reportPeriods },
}

export const notificationBulk: readonly BulkRowAction<Notification>[] = [
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
]
