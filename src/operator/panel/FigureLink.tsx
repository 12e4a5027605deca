import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './OperatorPanel.module.css'

interface Props {
  name: string
  /** Where the rows it sums are; without one, the page itself shows them. */
  to?: string
  note?: ReactNode
  children: ReactNode
}

/** A figure and its link target. */
export function FigureLink({ name, to, note, children }: Props) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value}>{to ? <Link to={to}>{children}</Link> : children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
