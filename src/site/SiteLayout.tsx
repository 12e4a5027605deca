import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { lazyPage } from '#src/kit/lazy-page.ts'
import { useScrollToTop } from '#src/kit/use-scroll-to-top.ts'
import { Header } from '#src/shell/Header.tsx'
import { TopBanner } from '#src/shell/TopBanner.tsx'
import styles from './SiteLayout.module.css'

const Footer = lazyPage(() => import('#src/shell/Footer.tsx'))

/** Made once, as in HomePage: the written footer stays until its code is there. */
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
)

/** The frame of the public pages. */
export function SiteLayout() {
  useScrollToTop()
  return (
    <div className={styles.site}>
      <Header variant="site" />
      <TopBanner />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      {footer}
    </div>
  )
}
