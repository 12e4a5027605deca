import type { ReactNode } from 'react'
import styles from './CellSubline.module.css'

/** A second line under the first column's link. */
export const CellSubline = ({ children }: { children: ReactNode }) => <div className={styles.below}>{children}</div>
