import { memo } from 'react'
import { RowActions } from '#src/admin/actions/RowActions.tsx'
import { getColumnKey, renderCell } from '#src/admin/columns.tsx'
import styles from './ListCards.module.css'
import { type ListRowProps, ListRows } from './ListRows.tsx'
import type { ListBodyProps } from './list-body.ts'
import { RowTitle } from './RowTitle.tsx'
import { TickBox } from './TickBox.tsx'

/** One row on a phone: the resource's own card, or its columns stacked. */
const RowCard = memo(function RowCard({ resource, row, columns, actions, run, selected, onSelect }: ListRowProps) {
  const [first, ...others] = columns
  const title = resource.title(row)
  return (
    <li className={styles.card} tabIndex={-1} data-row={row.id}>
      <div className={styles.head}>
        {onSelect && <TickBox label={`选择 ${title}`} checked={selected} onChange={(checked) => onSelect(row.id, checked)} />}
        {resource.card ? (
          <div className={styles.own}>{resource.card(row)}</div>
        ) : (
          <div className={styles.own}>
            <h2>
              <RowTitle resource={resource} row={row}>
                {first && renderCell(first, row)}
              </RowTitle>
            </h2>
            {first?.below?.(row)}
          </div>
        )}
      </div>
      {!resource.card && (
        <dl>
          {others.map((column) => (
            <div key={getColumnKey(column)}>
              <dt>{column.title}</dt>
              <dd>{renderCell(column, row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions.length > 0 && <RowActions row={row} title={title} actions={actions} run={run} />}
    </li>
  )
})

/** Rows as cards, for screens too narrow for a table. */
export const ListCards = memo(function ListCards({ stale, ...list }: ListBodyProps) {
  return (
    <ul className={styles.cards} aria-busy={stale}>
      <ListRows as={RowCard} {...list} />
    </ul>
  )
})
