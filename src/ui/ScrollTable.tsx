import type { ReactNode } from 'react'
import styles from './ScrollTable.module.css'

/** Table of the full width that scrolls sideways when it is wider; `className` styles its cells. */
export const ScrollTable = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={styles.scroll}>
    <table className={`${styles.table} ${className}`}>{children}</table>
  </div>
)
