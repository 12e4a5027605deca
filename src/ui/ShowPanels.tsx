import type { ReactNode } from 'react'
import styles from './ShowPanels.module.css'

/** The panels that follow the fields on the page of one row. */
export const ShowPanels = ({ children }: { children: ReactNode }) => <div className={styles.parts}>{children}</div>
