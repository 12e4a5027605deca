import { useId } from 'react'
import type { UserInfo } from '#contract/users.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { getDisplayName } from '#src/ui/display-name.ts'
import { useHoverCard } from '#src/ui/use-hover-card.ts'
import { UserCard } from './UserCard.tsx'
import styles from './UserMenu.module.css'

/** Avatar in the header; opens the user card on hover, click or key press (requirements §2). */
export default function UserMenu({ user }: { user: UserInfo | null }) {
  const { open, close, button, root, toggle } = useHoverCard()
  const card = useId()
  return (
    <div className={styles.menu} {...root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={user ? `账户：${getDisplayName(user)}` : '账户'}
        aria-expanded={open}
        aria-controls={card}
        onClick={toggle}
      >
        <Avatar user={user} />
      </button>
      {open && user && (
        <div id={card} className={styles.card}>
          <UserCard user={user} onLeave={close} />
        </div>
      )}
    </div>
  )
}
