import type { ReactNode } from 'react'
import styles from './NamedFigure.module.css'

/** A key figure in a `dl`: its name, its value in large type, and a note below. */
export function NamedFigure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}
