import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import styles from './SpendRateStrip.module.css'

const SpendRateBar = lazyPart(() => import('./SpendRateBar.tsx'))

/** The place of the burn rate above every page, kept free until it comes. */
export const SpendRateStrip = () => (
  <div className={styles.strip}>
    <Suspense fallback={null}>
      <SpendRateBar />
    </Suspense>
  </div>
)
