import { Link } from 'react-router-dom'
import { session } from '#src/session/session.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { getRegisterPath } from '#src/ui/register-path.ts'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './SideBox.module.css'
import { useCurrentHomeSection } from './use-current-section.ts'

const scrollToTop = () => {
  window.scrollTo({ top: 0 })
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Floating box at the page edge: register link for visitors, contact, and back to top (requirements §2). */
export function SideBox() {
  const signedIn = useStore(session) !== null
  const reading = useCurrentHomeSection() !== null
  return (
    <aside className={styles.box} aria-label="快捷入口" data-reading={reading}>
      {!signedIn && (
        <Link className={`${styles.item} ${styles.register}`} to={getRegisterPath()}>
          <Icon name="user" />
          注册
        </Link>
      )}
      <SupportButton label="客服" side="left" className={styles.item}>
        <Icon name="chat" />
        客服
      </SupportButton>
      <button type="button" className={styles.item} aria-label="回到顶部" onClick={scrollToTop}>
        <Icon name="arrow_up" />
        顶部
      </button>
    </aside>
  )
}
