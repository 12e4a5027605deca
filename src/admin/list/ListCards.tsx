import { memo } from 'react'
import { RowActions } from '#src/admin/actions/RowActions.tsx'
import { type Column, getColumnKey, renderCell } from '#src/admin/columns.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import styles from './ListCards.module.css'
import type { ListBodyProps } from './list-body.ts'
import { RowTitle } from './RowTitle.tsx'
import { TickBox } from './TickBox.tsx'

interface Props {
  resource: Resource
  row: Row
  columns: readonly Column<Row>[]
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  selected: boolean
  onSelect: ((id: string, selected: boolean) => void) | null
}

/** One row on a phone: the resource's own card, or its columns stacked. */
const RowCard = memo(function RowCard({ resource, row, columns, actions, run, selected, onSelect }: Props) {
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
