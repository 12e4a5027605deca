import type { ReactNode } from 'react'
import styles from './DataSet.module.css'

/** What it is about, under its name in a list: as much as two lines hold. */
export const DatasetSummary = ({ children }: { children: ReactNode }) => <div className={styles.summary}>{children}</div>
