import { BottomSheet } from '#src/ui/BottomSheet.tsx'
import { useAccount } from '#src/ui/use-account.ts'
import { MainNav } from './MainNav.tsx'
import styles from './MenuSheet.module.css'
import { SignInLinks } from './SignInLinks.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UserCard } from './UserCard.tsx'

/** Header menu on a phone. */
export default function MenuSheet({ onClose }: { onClose: () => void }) {
  const { signed_in: signedIn, user } = useAccount()
  return (
    <BottomSheet title="菜单" onClose={onClose} footer={!signedIn && <SignInLinks onLeave={onClose} />}>
      <div className={styles.menu}>
        <MainNav column onLeave={onClose} />
        <div className={styles.scheme}>
          配色
          <ThemeSwitch />
        </div>
        {user && (
          <div className={styles.card}>
            <UserCard user={user} onLeave={onClose} />
          </div>
        )}
      </div>
    </BottomSheet>
  )
}
