import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '#src/kit/ErrorBoundary.tsx'
import { lazyPart } from '#src/kit/lazy-part.tsx'
import { useScrollToTop } from '#src/kit/use-scroll-to-top.ts'
import { Header } from '#src/shell/Header.tsx'
import { TopBanner } from '#src/shell/TopBanner.tsx'
import styles from './SiteLayout.module.css'

const Footer = lazyPart(() => import('#src/shell/Footer.tsx'))

/** Made once, as in HomePage: the written footer stays until its code is there. */
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
)

/** The frame of the public pages. */
export function SiteLayout() {
  useScrollToTop()
  const { pathname } = useLocation()
  return (
    <div className={styles.site}>
      <Header variant="site" />
      <TopBanner />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary reset_key={pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {footer}
    </div>
  )
}
