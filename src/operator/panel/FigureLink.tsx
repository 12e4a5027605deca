import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './OperatorPanel.module.css'

/** A figure and its link target. */
export function FigureLink({ name, to, note, children }: { name: string; to: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        <Link to={to}>{children}</Link>
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
