import { Icon } from '#src/ui/Icon.tsx'
import styles from './LoginNotice.module.css'
import type { LoginMessage } from './login.state.ts'

const icons = { success: 'check', warning: 'warning', info: 'info' } as const

/** The place for messages about no single field but failures, which are toasted; it keeps its height, so nothing moves when one arrives. */
export function LoginNotice({ notice }: { notice: LoginMessage | null }) {
  return (
    <div className={styles.notice} data-tone={notice?.tone} role="status">
      {notice && (
        <>
          <Icon name={icons[notice.tone]} />
          {notice.text}
        </>
      )}
    </div>
  )
}
