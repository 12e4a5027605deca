import type { ReactNode } from 'react'
import styles from './TwoLines.module.css'

/** What matters, and below it what belongs to it. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.lines}>
      <span>{children}</span>
      <span className={styles.below}>{below}</span>
    </span>
  )
}
