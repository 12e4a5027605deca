import { type ReactNode, Suspense, useState } from 'react'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy-part.tsx'
import { type SessionAccount, useAccount } from '#src/ui/use-account.ts'
import { BrandLink } from './BrandLink.tsx'
import styles from './Header.module.css'
import { MainNav } from './MainNav.tsx'
import { SignInLinks } from './SignInLinks.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const MenuSheet = lazyDialog(() => import('./MenuSheet.tsx'))

/** Button for the menu entries hidden on a phone. */
function MenuButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${controls.quiet} ${controls.icon}`}
        aria-label="菜单"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      <Suspense>{open && <MenuSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const NotificationBell = lazyPart(() => import('./NotificationBell.tsx'), { small: true })
const UserMenu = lazyPart(() => import('./UserMenu.tsx'), { small: true })

interface Props {
  variant: 'site' | 'console'
  tools?: ReactNode
  /** Signed-in account if the page knows it; otherwise read from the session. */
  account?: SessionAccount
}

/**
 * Header of site and console (requirements §2): follows the page width on the site and the window width in the console. `tools`
 * come first on the right.
 */
export function Header({ variant, tools, account }: Props) {
  const ofSession = useAccount()
  const { signed_in: signedIn, user } = account ?? ofSession
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#main">
        跳到正文
      </a>
      <div className={styles.bar} data-variant={variant}>
        <BrandLink />
        <div className={styles.wide}>
          <MainNav />
        </div>
        <div className={styles.tools}>
          {tools}
          <div className={styles.wide}>
            <ThemeSwitch />
          </div>
          {signedIn ? (
            <>
              <Suspense fallback={<span className={styles.bell} />}>
                <NotificationBell />
              </Suspense>
              <div className={styles.wide}>
                <Suspense fallback={<span className={styles.user} />}>
                  <UserMenu user={user} />
                </Suspense>
              </div>
            </>
          ) : (
            <SignInLinks />
          )}
          <div className={styles.narrow}>
            <MenuButton />
          </div>
        </div>
      </div>
    </header>
  )
}
