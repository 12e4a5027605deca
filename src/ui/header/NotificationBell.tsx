import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { unreadCount } from '#src/ui/unread.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './NotificationBell.module.css'

/** Bell with the number of unread notifications; 99+ above 99 (requirements §2, §9). Opens them in the area the user is in. */
export default function NotificationBell() {
  const count = useStore(unreadCount)
  const { pathname } = useLocation()
  useEffect(() => {
    void unreadCount.refresh()
  }, [])

  return (
    <Link
      className={`${controls.button} ${controls.quiet} ${controls.icon} ${styles.bell}`}
      to={pathname.startsWith(`${paths.operator}/`) ? paths.operatorMessages : paths.messages}
      aria-label={count > 0 ? `通知，${count} 条未读` : '通知'}
      title="通知"
    >
      <Icon name="bell" />
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count > limits.unreadBadgeMax ? `${limits.unreadBadgeMax}+` : count}
        </span>
      )}
    </Link>
  )
}
