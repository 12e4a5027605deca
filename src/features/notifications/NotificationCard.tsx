import { Link } from 'react-router-dom'
import type { Notification } from '#contract/notifications.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './NotificationCard.module.css'
import { NotificationClassTag } from './NotificationClassTag.tsx'
import { NotificationTitle } from './NotificationTitle.tsx'

/** A notification on a phone; all of it leads to its page. */
export function NotificationCard({ notification }: { notification: Notification }) {
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
