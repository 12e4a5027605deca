import { memo } from 'react'
import styles from './ListCards.module.css'
import type { ListBodyProps } from './list-body.ts'
import { RowCard } from './RowCard.tsx'

/** The rows as cards, where a table would not fit. */
export const ListCards = memo(function ListCards({ resource, rows, columns, stale, actions, run, selection }: ListBodyProps) {
  const chosen = new Set(selection?.ids)
  return (
    <ul className={styles.cards} aria-busy={stale}>
      {rows.map((row) => (
        <RowCard
          key={row.id}
          resource={resource}
          row={row}
          columns={columns}
          actions={actions}
          run={run}
          selected={chosen.has(row.id)}
          onSelect={selection?.toggle ?? null}
        />
      ))}
    </ul>
  )
})
