import type { Notification } from '#contract/notifications.ts'
import styles from './NotificationTitle.module.css'
import { toPlainText } from './plain-text.ts'

/** The title with its unread mark, and the beginning of what it says. */
export function NotificationTitle({ notification: { title, content, read, markdown } }: { notification: Notification }) {
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
