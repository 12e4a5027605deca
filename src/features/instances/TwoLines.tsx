import type { ReactNode } from 'react'
import styles from './TwoLines.module.css'

/** A main line with secondary text below it. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.lines}>
      <span>{children}</span>
      <span className={styles.below}>{below}</span>
    </span>
  )
}
