import type { ReactNode } from 'react'
import styles from './CellSubline.module.css'

/** Second line below the link in the first column. */
export const CellSubline = ({ children }: { children: ReactNode }) => <div className={styles.below}>{children}</div>
