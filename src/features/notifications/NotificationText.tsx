import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Notification } from '#contract/notifications.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { toSafePath } from '#src/ui/safe-path.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { formatLinkLabel } from './link-label.ts'
import { NotificationClassTag } from './NotificationClassTag.tsx'
import styles from './NotificationText.module.css'

const Markdown = lazyPart(async () => ({ default: (await import('#src/ui/markdown/Markdown.tsx')).Markdown }))

/** What it is about, when it came, what it says, and the way on. */
export function NotificationText({ notification }: { notification: Notification }) {
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
