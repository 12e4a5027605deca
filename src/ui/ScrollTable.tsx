import type { ReactNode } from 'react'
import { ScrollBox } from './ScrollBox.tsx'
import styles from './ScrollTable.module.css'

interface Props {
  /** What the table contains, for screen readers. */
  label?: string | undefined
  /** Styles the cells. */
  className: string
  children: ReactNode
}

/** Table of the full width that scrolls sideways when it is wider. */
export const ScrollTable = ({ label, className, children }: Props) => (
  <ScrollBox label={label} className={styles.scroll}>
    <table className={`${styles.table} ${className}`}>{children}</table>
  </ScrollBox>
)
