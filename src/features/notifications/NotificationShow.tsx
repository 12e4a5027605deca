import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Notification, notifications } from '#contract/notifications.ts'
import { useBulkAction } from '#src/admin/actions/use-bulk-action.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { patchRows } from '#src/providers/live/patch-rows.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { toSafePath } from '#src/ui/safe-path.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { unreadCount } from '#src/ui/unread.ts'
import { NotificationClassTag } from './NotificationClassTag.tsx'
import styles from './NotificationShow.module.css'

const linkLabels: readonly [string, string][] = [
  [paths.incomeDetail, '查看收支明细'],
  [paths.myOrders, '查看订单'],
  [paths.containerInstances, '查看实例'],
  [paths.recharge, '去充值'],
  [paths.certificationDetails, '查看实名认证'],
  [paths.subAccounts, '查看子账号'],
  [paths.accountMessage, '查看账户信息'],
  [paths.accountSecurity, '查看账户安全'],
]

/** Returns the label of a notification's link. */
const formatLinkLabel = (link: string): string => linkLabels.find(([path]) => link.startsWith(path))?.[1] ?? '查看相关页面'

const Markdown = lazyPart(async () => ({ default: (await import('#src/ui/markdown/Markdown.tsx')).Markdown }))

/** Class, time, text and link of a notification. */
function NotificationText({ notification }: { notification: Notification }) {
  const link = toSafePath(notification.link)
  return (
    <article className={styles.text}>
      <p className={styles.head}>
        <NotificationClassTag of={notification} />
        <TimeText at={notification.created_at} />
      </p>
      {notification.markdown ? (
        <Suspense fallback={<p className={styles.content}>{notification.content}</p>}>
          <Markdown source={notification.content} />
        </Suspense>
      ) : (
        <p className={styles.content}>{notification.content}</p>
      )}
      {link && (
        <Link className={styles.way} to={link}>
          {formatLinkLabel(link)}
          <Icon name="chevron" />
        </Link>
      )}
    </article>
  )
}

/**
 * Marks a notification as read when it is displayed; list and bell update optimistically. If the call fails, it becomes unread
 * again, and the next visit retries.
 */
function useMarkRead(resource: string, { id, read }: { id: string; read: boolean }): void {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const tried = useRef<string>(undefined)
  useEffect(() => {
    if (read || tried.current === id) return
    tried.current = id
    const show = (seen: boolean) => {
      patchRows(client, resource, [{ id, read: seen }])
      unreadCount.add(seen ? -1 : 1)
    }
    show(true)
    callEndpoint(notifications.read, { body: { ids: [id] } }).then(
      () => Promise.all([unreadCount.refresh(), invalidate({ resource, invalidates: ['list', 'detail'], id })]),
      () => show(false),
    )
  }, [resource, id, read, client, invalidate])
}

function OpenedNotification({ resource, row }: { resource: Resource; row: Row }) {
  const notification = Notification.parse(row)
  const navigate = useNavigate()
  const ask = useBulkAction(resource, () => void navigate(resource.path, { replace: true }))
  const removal = resource.bulk?.find(({ danger }) => danger)
  useMarkRead(resource.name, notification)
  return (
    <>
      <PageHeading
        title={notification.title}
        trail={[{ label: resource.label, to: resource.path }]}
        actions={
          removal && (
            <Button danger icon={removal.icon} onClick={() => ask(removal, [row])}>
              {removal.label}
            </Button>
          )
        }
      />
      <PagePanel>
        <NotificationText notification={notification} />
      </PagePanel>
    </>
  )
}

/** One notification. Opening it marks it as read. */
export default function NotificationShow({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <OpenedNotification key={row.id} resource={resource} row={row} />}</RowView>
}
