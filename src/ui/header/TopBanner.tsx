import { useEffect } from 'react'
import { homeMessageStore } from '#src/ui/home-message.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './TopBanner.module.css'

/** The configured home message below the header; once dismissed, hidden until the message changes (requirements §2). */
export function TopBanner() {
  const message = useStore(homeMessageStore)
  useEffect(() => {
    void homeMessageStore.load()
  }, [])

  if (!message) return null
  return (
    <aside className={styles.slot} aria-label="公告">
      <div className={styles.banner}>
        <Icon name="info" className={styles.icon} />
        <p className={styles.message}>{message}</p>
        <button type="button" className={styles.close} aria-label="关闭公告" onClick={homeMessageStore.dismiss}>
          <Icon name="close" />
        </button>
      </div>
    </aside>
  )
}
