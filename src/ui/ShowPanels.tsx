import type { ReactNode } from 'react'
import styles from './ShowPanels.module.css'

/** Panels below the fields on a row's page. */
export const ShowPanels = ({ children }: { children: ReactNode }) => <div className={styles.parts}>{children}</div>
