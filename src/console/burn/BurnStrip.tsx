import { Suspense } from 'react'
import { lazyPage } from '#src/kit/lazy-page.ts'
import styles from './BurnStrip.module.css'

const BurnBar = lazyPage(() => import('./BurnBar.tsx'))

/** The place of the burn rate above every page, kept free until it comes. */
export const BurnStrip = () => (
  <div className={styles.strip}>
    <Suspense fallback={null}>
      <BurnBar />
    </Suspense>
  </div>
)
