import type { ReactNode } from 'react'
import { CellGrid } from './CellGrid.tsx'
import styles from './state.module.css'

const columns = 12
const die = Array.from({ length: columns * 5 }, (_, i) => ((i * 7 + Math.floor(i / columns) * 3) % 11 === 0 ? 0.55 : 0))

/** Empty state: says that there is nothing yet and shows the next step. */
export function EmptyState({ title, hint, action }: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <CellGrid cells={die} columns={columns} cell={10} gap={3} className={styles.die} />
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
