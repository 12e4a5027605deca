import { useEffect } from 'react'
import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useStore } from '#src/kit/use-store.ts'
import { paths } from '#src/paths.ts'
import styles from './Bell.module.css'
import controls from './controls.module.css'
import { unread } from './unread.ts'

/** Unread notifications, 99+ above 99 (spec §2, §9). */
export default function Bell() {
  const count = useStore(unread)
  useEffect(() => {
    void unread.refresh()
  }, [])

  return (
    <Link
      className={`${controls.button} ${controls.quiet} ${controls.icon} ${styles.bell}`}
      to={paths.messages}
      aria-label={count > 0 ? `通知，${count} 条未读` : '通知'}
      title="通知"
    >
      <Icon name="bell" />
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count > limits.unread_badge_max ? `${limits.unread_badge_max}+` : count}
        </span>
      )}
    </Link>
  )
}
