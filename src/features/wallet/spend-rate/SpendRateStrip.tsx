import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import styles from './SpendRateStrip.module.css'

const SpendRateBar = lazyPart(() => import('./SpendRateBar.tsx'))

/** Slot of the spend rate above every page; its space is reserved until it loads. */
export const SpendRateStrip = () => (
  <div className={styles.strip}>
    <Suspense fallback={null}>
      <SpendRateBar />
    </Suspense>
  </div>
)
