import type { ReactNode } from 'react'
import styles from './dataset.module.css'

/** Summary below a data set's name in a list, cut after two lines. */
export const DatasetSummary = ({ children }: { children: ReactNode }) => <div className={styles.summary}>{children}</div>
