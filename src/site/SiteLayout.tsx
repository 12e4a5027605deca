import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Header } from '#src/ui/header/Header.tsx'
import { TopBanner } from '#src/ui/header/TopBanner.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useScrollToTop } from '#src/ui/use-scroll-to-top.ts'
import styles from './SiteLayout.module.css'

const Footer = lazyPart(() => import('#src/ui/footer/Footer.tsx'))

/** Created once, as in HomePage: the prerendered footer stays until its code has loaded. */
const footerElement = (
  <Suspense>
    <Footer />
  </Suspense>
)

/** The layout of the public pages. */
export function SiteLayout() {
  useScrollToTop()
  const { pathname } = useLocation()
  return (
    <div className={styles.site}>
      <Header variant="site" />
      <TopBanner />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {footerElement}
    </div>
  )
}
